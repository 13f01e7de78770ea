import { defineReward, type RewardDeclaration, type RewardDefinition } from '../../reward.ts';
import type { Grader } from '../graders.ts';
import { readComposable } from './composable.ts';

/** What nobody but its author knows of a composed reward. */
export type RewardClaims = Pick<RewardDeclaration, 'examples' | 'laws'>;

/**
 * Makes a declared reward of a grader: `export default graderReward(graders.math)`. Range and
 * determinism are the grader's.
 */
export function graderReward(grader: Grader, claims: RewardClaims = {}): RewardDefinition<unknown> {
  const { reward, range, deterministic, reads } = readComposable('graderReward', grader);
  return defineReward<unknown>({
    mode: 'single',
    ...(range === null ? {} : { range }),
    deterministic,
    reads,
    ...claims,
    reward,
  });
}
