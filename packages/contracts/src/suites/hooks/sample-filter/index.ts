import type { RolloutSampleFilter } from 'slime-sdk';
import { createSuite } from '../../../suite.ts';
import { hookLoader } from '../target.ts';
import { deterministic, keepsSome, onlyRemoves, result, survives } from './checks.ts';

/** The checks of sample filters, in order. */
export const sampleFilterSuite = createSuite({
  checks: [result, survives, onlyRemoves, keepsSome, deterministic],
  load: hookLoader<RolloutSampleFilter>('sampleFilter'),
});
