import { join } from 'node:path';
import { DataError } from 'slime-sdk';
import { z } from 'zod';
import { readLines } from '../../../rollout/data/read-lines.ts';
import { hashInts, hashKey } from '../random.ts';
import type { RecordedReply } from './recorded-policy.ts';

const turnSchema = z.object({
  index: z.int(),
  attempt: z.int(),
  rid: z.string().nullable(),
  discarded_cause: z.string().nullable(),
  start: z.int().nonnegative(),
  tokens: z.int().nonnegative(),
});

const sampleSchema = z.object({
  index: z.int().nullable(),
  tokens: z.array(z.int()),
  response_length: z.int(),
  rollout_log_probs: z.array(z.number()).nullable(),
});

type Turn = z.output<typeof turnSchema>;
type RunSample = z.output<typeof sampleSchema>;

async function* readAs<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): AsyncGenerator<z.output<Schema>> {
  for await (const { text, number } of readLines(file)) {
    let parsed: z.ZodSafeParseResult<z.output<Schema>>;
    try {
      parsed = schema.safeParse(JSON.parse(text));
    } catch (cause) {
      throw new DataError(`${file}:${number}: no JSON (${String(cause)})`, { cause });
    }
    if (!parsed.success) {
      throw new DataError(`${file}:${number}: ${z.prettifyError(parsed.error)}`, {
        cause: parsed.error,
        data: { file, line: number },
      });
    }
    yield parsed.data;
  }
}

/** Turns that are in a sample, by its index: those of its last attempt. */
async function readTurns(file: string): Promise<Map<number, Turn[]>> {
  const turns = new Map<number, Turn[]>();
  for await (const turn of readAs(file, turnSchema)) {
    if (turn.rid === null || turn.discarded_cause !== null) continue;
    const known = turns.get(turn.index) ?? [];
    const attempt = known[0]?.attempt ?? turn.attempt;
    if (turn.attempt > attempt) turns.set(turn.index, [turn]);
    else if (turn.attempt === attempt) turns.set(turn.index, [...known, turn]);
  }
  return turns;
}

/** What a turn sampled; undefined when the sample, one of a fan-out, ends before it. */
function replyOf(turn: Turn, sample: RunSample): RecordedReply['reply'] | undefined {
  const end = turn.start + turn.tokens;
  const from = sample.tokens.length - sample.response_length;
  if (turn.start < from || end > sample.tokens.length) return undefined;
  const ids = sample.tokens.slice(turn.start, end);
  const logprobs = sample.rollout_log_probs?.slice(turn.start - from, end - from);
  return logprobs === undefined ? { ids } : { ids, logprobs };
}

/** Replies of a run by the hash of the prompt they answered. @throws DataError */
export async function readRun(dir: string): Promise<Map<string, RecordedReply[]>> {
  const turns = await readTurns(join(dir, 'turns.jsonl'));
  const replies = new Map<string, RecordedReply[]>();
  for await (const sample of readAs(join(dir, 'samples.jsonl'), sampleSchema)) {
    if (sample.index === null) continue;
    for (const turn of turns.get(sample.index) ?? []) {
      const reply = replyOf(turn, sample);
      if (reply === undefined) continue;
      const key = hashKey(hashInts(sample.tokens.slice(0, turn.start)));
      replies.set(key, [...(replies.get(key) ?? []), { index: sample.index, reply }]);
    }
  }
  return replies;
}
