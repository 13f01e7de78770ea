import type { Sample } from 'slime-sdk';

/** What a reward counts as: itself, or its entry `key` (`--reward-key`); null where it is none. */
export function rewardValue({ reward }: Pick<Sample, 'reward'>, key: string | null): number | null {
  const value =
    typeof reward === 'object' && reward !== null && key !== null ? reward[key] : reward;
  return typeof value === 'number' ? value : null;
}
