import type { EvalFunction, RolloutFunction } from 'slime-sdk';
import { createSuite } from '../../suite.ts';
import * as evaluation from './eval.ts';
import { identity, rolloutIds, scored } from './meaning.ts';
import { awaited, emptyData, prompts } from './prompts.ts';
import { count, groups, metrics, samples, settles } from './shape.ts';
import { loopLoader, unloadLoop } from './target.ts';

/** The checks of rollout functions, in order. */
export const rolloutSuite = createSuite({
  checks: [
    settles,
    groups,
    samples,
    count,
    scored,
    rolloutIds,
    identity,
    metrics,
    prompts,
    awaited,
    emptyData,
  ],
  load: loopLoader<RolloutFunction>('rollout'),
  unload: unloadLoop,
});

/** The checks of evaluation functions, in order. */
export const evalSuite = createSuite({
  checks: [
    evaluation.settles,
    evaluation.rewards,
    evaluation.samples,
    evaluation.metrics,
    evaluation.trainPrompts,
  ],
  load: loopLoader<EvalFunction>('eval'),
  unload: unloadLoop,
});
