import type { Group, Sample } from 'slime-sdk';
import type { Batch } from './batch.ts';

/** What a report shows of a batch: its sizes, and a line for each sample. */
export function showBatch({ args, groups }: Pick<Batch, 'args' | 'groups'>): unknown {
  return {
    n_samples_per_prompt: args.n_samples_per_prompt,
    rollout_batch_size: args.rollout_batch_size,
    groups: groups.map(showGroup),
  };
}

/** A group, a line for each sample. */
export function showGroup(group: Group): unknown {
  return group.map((item) => (Array.isArray(item) ? item.map(showSample) : showSample(item)));
}

/** A sample in one line: who it is, how it ended, and what is not as usual. */
export function showSample(sample: Sample): string {
  const { index, group_index: group, rollout_id: rollout, reward, status, metadata } = sample;
  const { response_length: length, loss_mask: mask, tokens } = sample;
  return [
    `index ${index}`,
    `group_index ${group}`,
    ...(rollout === null ? [] : [`rollout_id ${rollout}`]),
    status,
    `reward ${typeof reward === 'object' ? JSON.stringify(reward) : reward}`,
    ...(sample.remove_sample ? ['removed'] : []),
    ...(length === 0 ? ['no response'] : [`ids ${tokens.slice(-length).join(' ')}`]),
    ...(mask === null ? ['no mask'] : []),
    ...(mask?.includes(0) === true ? [`mask ${mask.join('')}`] : []),
    ...(sample.rollout_log_probs === null && length > 0 ? ['no log-probabilities'] : []),
    ...(Object.keys(metadata).length === 0 ? [] : [`metadata ${JSON.stringify(metadata)}`]),
  ].join(', ');
}
