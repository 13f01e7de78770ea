import { z } from 'zod';
import type { TurnRecord } from '../rollout/records.ts';

/** What is read again of a line of `turns.jsonl` when a run is resumed. */
export const turnLineSchema = z.object({
  index: z.int(),
  attempt: z.int(),
  turn: z.int(),
  rid: z.string().nullable(),
  discarded: z.array(z.object({ rid: z.string(), cause: z.string() })),
  discarded_cause: z.string().nullable(),
  tokens: z.int(),
  observation_cut: z.boolean(),
  generate_seconds: z.number(),
  env_seconds: z.number(),
}) satisfies z.ZodType<Partial<TurnRecord>>;

export type TurnLine = z.output<typeof turnLineSchema>;
