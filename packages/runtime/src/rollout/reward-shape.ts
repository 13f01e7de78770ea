import type { Reward } from 'slime-sdk';

/**
 * Says what is wrong with a reward under `--reward-key`, null when nothing is: slime takes a number
 * without a key, and with one an object that has it (slime/utils/types.py, `get_reward_value`).
 */
export function rewardShapeFault(reward: Reward, key: string | null): string | null {
  if (typeof reward === 'number') {
    return key === null
      ? null
      : `the reward is the number ${reward}, --reward-key ${key} needs an object`;
  }
  const keys = Object.keys(reward).join(', ');
  if (key === null) return `the reward is an object of ${keys}: name one of them with --reward-key`;
  return Object.hasOwn(reward, key)
    ? null
    : `the reward is an object of ${keys}, without --reward-key ${key}`;
}
