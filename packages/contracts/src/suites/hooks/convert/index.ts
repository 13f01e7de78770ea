import type { ConvertSamplesToTrainData } from 'slime-sdk';
import { createSuite } from '../../../suite.ts';
import { hookLoader } from '../target.ts';
import { deterministic, result, rewards, rows, survives } from './columns.ts';
import { lossMasks, maskSums, rolloutIds } from './masks.ts';
import { knownColumns, optionalColumns } from './optional.ts';

/** The checks of conversions to training data, in order. */
export const convertSuite = createSuite({
  checks: [
    result,
    survives,
    rows,
    rewards,
    lossMasks,
    maskSums,
    rolloutIds,
    optionalColumns,
    knownColumns,
    deterministic,
  ],
  load: hookLoader<ConvertSamplesToTrainData>('convert'),
});
