import type { Trial } from '../../../trial.ts';
import { type Batch, caseOf } from '../reward-case.ts';
import type { Row } from '../rows.ts';
import { readPays, resultsOf, tryScore } from '../score.ts';
import type { RewardTarget } from '../target.ts';
import { faultOf } from './finite.ts';

/**
 * What a run has against the rewards of a call: one is no number or object of numbers, or out of the
 * declared range. Null when nothing; how many there are is for other checks to say.
 */
export function valueFault(target: RewardTarget, value: unknown, count: number): string | null {
  const isGroup = target.plugin.mode === 'group';
  const results = resultsOf(target, value);
  if (results?.length !== count) return null;
  for (const [at, result] of results.entries()) {
    const fault = faultOf(result, isGroup ? [at] : []);
    if (fault !== null) return fault;
  }
  const pay = readPays(target, value, count)?.find((one) => isOutOfRange(target, one));
  return pay === undefined
    ? null
    : `${pay}, out of the declared range of ${target.plugin.declaration.range?.join(' to ')}`;
}

/** Whether a pay is out of the declared range by more than rounding. */
export function isOutOfRange({ plugin }: RewardTarget, pay: number): boolean {
  const [low, high] = plugin.declaration.range ?? [-Infinity, Infinity];
  const slack = 1e-9 * Math.max(1, Math.abs(low), Math.abs(high));
  return pay < low - slack || pay > high + slack;
}

/**
 * The fault of a value, where an ordinary response to the same row has none: what is wrong with
 * every value is for other checks to say.
 */
export async function ownFault(
  target: RewardTarget,
  trial: Trial,
  row: Row,
  batch: Batch,
  value: unknown,
): Promise<string | null> {
  const fault = valueFault(target, value, batch.length);
  if (fault === null) return null;
  const ordinary = await tryScore(target, trial, [caseOf(row, ['The answer is 1.'])]);
  return ordinary.ok && valueFault(target, ordinary.value, 1) === null ? fault : null;
}
