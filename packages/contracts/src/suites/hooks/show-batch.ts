import { createSample, type Group, type Sample } from 'slime-sdk';
import type { Batch } from './batch.ts';

/** What a report shows of a batch: its sizes, and of each sample what is not slime's default. */
export function showBatch({ args, groups }: Pick<Batch, 'args' | 'groups'>): unknown {
  return {
    args: {
      n_samples_per_prompt: args.n_samples_per_prompt,
      rollout_batch_size: args.rollout_batch_size,
    },
    groups: groups.map(showGroup),
  };
}

/** A group, each sample by {@link showSample}. */
export function showGroup(group: Group): unknown {
  return group.map((item) => (Array.isArray(item) ? item.map(showSample) : showSample(item)));
}

const DEFAULTS: ReadonlyMap<string, string> = new Map(
  Object.entries(createSample()).map(([key, value]) => [key, JSON.stringify(value)]),
);

/** The fields of a sample that differ from slime's defaults. */
export function showSample(sample: Sample): Partial<Sample> {
  return Object.fromEntries(
    Object.entries(sample).filter(([key, value]) => JSON.stringify(value) !== DEFAULTS.get(key)),
  );
}
