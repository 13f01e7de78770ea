import type { Sample } from 'slime-sdk';
import type { Trial } from '../../trial.ts';
import type { Episode } from './play-episode.ts';
import { samplesOf } from './read-samples.ts';

/** What of a sample depends on engine and seed alone; times and cache counts do not. */
export type Comparable = Pick<
  Sample,
  | 'tokens'
  | 'response'
  | 'response_length'
  | 'loss_mask'
  | 'rollout_log_probs'
  | 'status'
  | 'reward'
  | 'remove_sample'
  | 'label'
>;

/** What an episode came to, for comparison with another run of it. */
export function comparable(episode: Episode, trial: Trial): Comparable[] | string {
  const samples = samplesOf(episode, trial);
  if (samples === null) return 'threw an error';
  return samples.map((sample) => ({
    tokens: sample.tokens,
    response: sample.response,
    response_length: sample.response_length,
    loss_mask: sample.loss_mask,
    rollout_log_probs: sample.rollout_log_probs,
    status: sample.status,
    reward: sample.reward,
    remove_sample: sample.remove_sample,
    label: sample.label,
  }));
}
