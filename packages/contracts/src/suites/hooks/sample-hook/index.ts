import type { RolloutSampleHook } from 'slime-sdk';
import { createSuite } from '../../../suite.ts';
import { hookLoader } from '../target.ts';
import { end, failures, identity, trainsOnlySampled, valid } from './kept.ts';
import { deterministic, result, survives } from './result.ts';

/** The checks of sample hooks, in order. */
export const sampleHookSuite = createSuite({
  checks: [result, survives, valid, identity, trainsOnlySampled, end, failures, deterministic],
  load: hookLoader<RolloutSampleHook>('sampleHook'),
});
