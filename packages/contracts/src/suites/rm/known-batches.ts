import type { Trial } from '../../trial.ts';
import { learnAnswers } from './answer-key.ts';
import { type Batch, caseOf } from './reward-case.ts';
import type { RewardTarget } from './target.ts';

/**
 * Batches that earn different rewards, as far as such are known: what calls do to each other does
 * not show where all of them earn the same. For a group reward one group of them.
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
  // One without an answer, between the others: what is left over from a call shows there.
  const texts = [known.right, 'I cannot tell.', known.wrong];
  const cases = texts.map((text, index) => caseOf(known.row, [text], { index }));
  return plugin.mode === 'group' ? [cases] : cases.map((one) => [one]);
}
