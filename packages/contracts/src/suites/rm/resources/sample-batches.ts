import fc from 'fast-check';
import type { Trial } from '../../../trial.ts';
import { anyBatch, type Batch } from '../reward-case.ts';
import { tryScore } from '../score.ts';
import type { RewardTarget } from '../target.ts';

/** Batches for an examination, the same for the same seed. */
export function sampleBatches(target: RewardTarget, trial: Trial, count: number): readonly Batch[] {
  return fc.sample(anyBatch(target, { longest: 1000 }), { numRuns: count, seed: trial.seed });
}

/** Scores batches one after another, as often as it takes to make `calls` calls. */
export async function scoreInTurn(
  target: RewardTarget,
  trial: Trial,
  batches: readonly Batch[],
  calls: number,
): Promise<void> {
  for (let at = 0; at < calls; at += 1) {
    const batch = batches[at % batches.length];
    if (batch !== undefined) await tryScore(target, trial, batch);
  }
}
