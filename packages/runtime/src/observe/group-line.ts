import { z } from 'zod';
import type { EpisodeRecord, GroupRecord } from '../rollout/records.ts';

const count = z.int().nonnegative();

const episodeSchema = z.object({
  index: z.int(),
  group_index: z.int(),
  attempt: count,
  ending: z.enum([
    'env_done',
    'max_turns',
    'response_budget',
    'context_budget',
    'length',
    'env_failed',
    'engine_failed',
    'grader_failed',
    'data_failed',
    'abort',
  ]),
  turns: count,
  failure: z
    .object({
      name: z.string(),
      message: z.string(),
      code: z.string().nullable(),
      where: z.string(),
      turn: z.int().nullable(),
    })
    .nullable(),
  engine_retries: z.record(z.string(), z.number()),
  env_retries: count,
  reset_info: z.record(z.string(), z.json()).nullable().default(null),
  env_metrics: z.record(z.string(), z.number().nullable()),
  seconds: z.number(),
}) satisfies z.ZodType<Omit<EpisodeRecord, 'env_metrics'>>;

/** One line of `groups.jsonl`: a group whose samples and turns are all written. */
export const groupLineSchema = z.object({
  group_index: z.int(),
  /** Indices of its samples, turns and episodes. */
  indices: z.array(z.int()),
  /** Numbers of its lines. */
  samples: count,
  turns: count,
  /** Bytes of its file of tensors, 0 for none. */
  tensor_bytes: count.default(0),
  /** Seconds of the whole run, earlier sessions with it, when the group was written. */
  elapsed: z.number(),
  episodes: z.array(episodeSchema),
});

export type GroupLine = z.output<typeof groupLineSchema>;

/** An episode as metrics read it: a number that JSON cannot hold (NaN) has become null. */
export type EpisodeLine = GroupLine['episodes'][number];

/** Makes the line that says that a group is whole. */
export function toGroupLine(
  group: GroupRecord,
  { elapsed, tensorBytes }: { elapsed: number; tensorBytes: number },
): GroupLine {
  const indices = new Set<number>();
  for (const { index } of [...group.samples, ...group.turns, ...group.episodes]) {
    if (index === null) {
      throw new TypeError(`group ${group.group_index}: a sample has no index to be ordered by`);
    }
    indices.add(index);
  }
  return {
    group_index: group.group_index,
    indices: [...indices].sort((a, b) => a - b),
    samples: group.samples.length,
    turns: group.turns.length,
    tensor_bytes: tensorBytes,
    elapsed,
    episodes: group.episodes,
  };
}
