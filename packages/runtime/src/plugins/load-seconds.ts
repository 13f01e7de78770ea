import type { RolloutArgs } from 'slime-sdk';

/** Modules may read data while they load, also where calls are quick. */
const LEAST_SECONDS = 30;

/** Seconds that a plugin's module may take to load: as long as its slowest call, at least 30. */
export function loadSeconds(args: RolloutArgs): number {
  return Math.max(LEAST_SECONDS, args.env_step_timeout, args.reward_timeout);
}
