import type { RolloutAllSamplesProcess } from 'slime-sdk';
import { createSuite } from '../../../suite.ts';
import { hookLoader } from '../target.ts';
import { draws, settles, survives, thirdArgument, unchanged } from './checks.ts';

/** The checks of all-samples processes, in order. */
export const allSamplesSuite = createSuite({
  checks: [settles, survives, thirdArgument, draws, unchanged],
  load: hookLoader<RolloutAllSamplesProcess>('allSamples'),
});
