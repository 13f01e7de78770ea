import { buildBatch } from '../batch.ts';
import { withReward } from '../rewards.ts';
import type { PostProcessTarget } from './normalise.ts';

/**
 * What a law about baselines needs: a post-process that subtracts one. One that gives the rewards
 * 0 and 1 of a group back as they are has no baseline that could be wrong.
 */
export function needsBaseline({ fn, world }: PostProcessTarget): string | null {
  const { args, groups } = buildBatch(
    world,
    { groups: { min: 1, max: 1 }, size: { min: 2, max: 2 } },
    [],
  );
  const samples = groups.flat(2).map((sample, at) => withReward(sample, at, args));
  const sum = sumOf(() => fn(args, samples));
  return sum === null || Math.abs(sum) < 1e-5
    ? null
    : 'a post-process that subtracts the mean of a group: this one gives rewards without a baseline';
}

/** Of the normalised rewards; null where they cannot be read, which the laws report. */
function sumOf(run: () => unknown): number | null {
  try {
    const pair = run();
    const rewards: unknown = Array.isArray(pair) ? pair[1] : null;
    if (!Array.isArray(rewards)) return null;
    return rewards.reduce<number>((sum, value) => sum + Number(value), 0);
  } catch {
    // The base check calls it again and reports what it throws.
    return null;
  }
}
