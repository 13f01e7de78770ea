import { cloneJson } from './exact-json.ts';
import type { Reward, Sample } from './sample.ts';

/** Every sibling gets the whole reward, or an equal share of it. */
export type FanOutReward = 'full' | 'split';

/**
 * Makes several training samples one rollout: each gets `rollout_id ?? index` of the first, and the
 * reward as declared, and metadata of its own. slime's loss then averages within the rollout
 * (slime/ray/rollout.py).
 *
 * Only a reward that the segments have already is divided: a reward function that scores them later
 * scores each for itself.
 *
 * @throws TypeError when there is no segment, neither `rollout_id` nor `index` on the first, or
 * `reward` is neither `full` nor `split`.
 */
export function fanOut(segments: readonly Sample[], options: { reward: FanOutReward }): Sample[] {
  if (options.reward !== 'full' && options.reward !== 'split') {
    throw new TypeError(`fanOut: reward must be 'full' or 'split', not ${String(options.reward)}`);
  }
  const [first] = segments;
  if (first === undefined) throw new TypeError('fanOut: at least one segment is needed');
  const rolloutId = first.rollout_id ?? first.index;
  if (rolloutId === null) {
    throw new TypeError('fanOut: the first segment has neither rollout_id nor index');
  }
  const share = options.reward === 'split' ? segments.length : 1;
  return segments.map((segment) => ({
    ...segment,
    rollout_id: rolloutId,
    metadata: cloneJson(segment.metadata),
    train_metadata: cloneJson(segment.train_metadata),
    reward: divide(segment.reward, share),
  }));
}

function divide(reward: Reward | null, share: number): Reward | null {
  if (reward === null || share === 1) return reward;
  if (typeof reward === 'number') return reward / share;
  return Object.fromEntries(
    Object.entries(reward).map(([key, value]) => [
      key,
      typeof value === 'number' ? value / share : value,
    ]),
  );
}
