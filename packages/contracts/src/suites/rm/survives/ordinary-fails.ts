import type { Trial } from '../../../trial.ts';
import { type Batch, caseOf } from '../reward-case.ts';
import type { Row } from '../rows.ts';
import { tryScore } from '../score.ts';
import type { RewardTarget } from '../target.ts';

/**
 * Whether an ordinary response to a row fails as well, so that what a reward threw is about the
 * row and not about the response at hand.
 */
export async function ordinaryFails(
  target: RewardTarget,
  trial: Trial,
  row: Row,
): Promise<boolean> {
  return !(await tryScore(target, trial, [caseOf(row, ['The answer is 1.'])])).ok;
}

/** The row of a batch: its members are siblings. */
export function rowOfBatch(batch: Batch): Row | null {
  return batch[0]?.sample ?? null;
}
