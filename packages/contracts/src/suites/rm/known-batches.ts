import type { Trial } from '../../trial.ts';
import { learnAnswers } from './answer-key.ts';
import { type Batch, caseOf } from './reward-case.ts';
import type { RewardTarget } from './target.ts';

/**
 * Batches that earn different rewards, as far as such are known: what calls do to each other does
 * not show where all of them earn the same. For a group reward a group of both.
 */
export async function learnKnownBatches(target: RewardTarget, trial: Trial): Promise<Batch[]> {
  await learnAnswers(target, trial);
  return knownBatches(target);
}

/** The same without a call, for reports. */
export function knownBatches({ answers, plugin }: RewardTarget): Batch[] {
  const [row] = answers.learned?.rows ?? [];
  const known = row === undefined ? null : (answers.known.get(row) ?? null);
  if (known === null) return [];
  const right = caseOf(known.row, [known.right]);
  const wrong = caseOf(known.row, [known.wrong], { index: 1 });
  return plugin.mode === 'group' ? [[right, wrong]] : [[right], [wrong]];
}
