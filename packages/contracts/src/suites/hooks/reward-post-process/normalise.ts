import { describeValue } from 'slime-runtime/hosting';
import type { RewardPostProcess, RolloutArgs, Sample } from 'slime-sdk';
import type { Trial } from '../../../trial.ts';
import { callAtOnce } from '../call-at-once.ts';
import type { HookTarget } from '../target.ts';

/** A reward post-process. */
export type PostProcessTarget = HookTarget<RewardPostProcess>;

/** Gives the normalised rewards. A result of another type breaks the law. */
export async function normalise(
  { fn }: PostProcessTarget,
  { args, samples }: { args: RolloutArgs; samples: Sample[] },
  trial: Trial,
): Promise<number[]> {
  const count = samples.length;
  const pair = await callAtOnce(trial, 'the post-process', () => fn(args, samples));
  if (!Array.isArray(pair) || pair.length !== 2) {
    return trial.fail({
      expected: 'a pair [rawRewards, rewards] of arrays',
      got: describeValue(pair),
    });
  }
  const [raw, rewards]: readonly unknown[] = pair;
  readNumbers(raw, 'rawRewards', count, trial);
  return readNumbers(rewards, 'rewards', count, trial);
}

function readNumbers(value: unknown, name: string, count: number, trial: Trial): number[] {
  if (!Array.isArray(value)) {
    return trial.fail({ expected: `${name} is an array of numbers`, got: describeValue(value) });
  }
  if (value.length !== count) {
    return trial.fail({
      expected: `${count} ${name}, one a sample`,
      got: `${value.length} ${name}`,
    });
  }
  const items: readonly unknown[] = value;
  // Not by map: it would skip holes.
  return Array.from(items, (item, at) => {
    if (typeof item === 'number') return item;
    return trial.fail({ expected: `${name}[${at}] is a number`, got: describeValue(item) });
  });
}

/** Whether two rewards are the same but for the order of sums and for single precision. */
export function isClose(a: number, b: number): boolean {
  return Object.is(a, b) || Math.abs(a - b) <= 1e-5 * Math.max(1, Math.abs(a), Math.abs(b));
}
