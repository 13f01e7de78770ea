import { basename, dirname } from 'node:path';
import { DataError, type Policy, type PolicyReply, type PolicyRequest } from 'slime-sdk';
import { z } from 'zod';
import { readLines } from '../../../rollout/data/read-lines.ts';
import { hashInts, hashKey } from '../random.ts';
import { readRun } from './recorded-run.ts';

/** A recorded reply. */
export interface RecordedReply {
  /** Index of the sample it belongs to; null when it serves any. */
  index: number | null;
  reply: PolicyReply;
}

const lineSchema = z.union([
  z.object({
    prompt_ids: z.array(z.int()).optional(),
    match: z.string().optional(),
    ids: z.array(z.int()),
    logprobs: z.array(z.number()).optional(),
  }),
  z.object({ match: z.string().optional(), text: z.string(), end: z.boolean().optional() }),
]);

type Line = z.output<typeof lineSchema>;

function toReply(line: Line): PolicyReply {
  if ('text' in line) return { text: line.text, end: line.end ?? true };
  return line.logprobs === undefined
    ? { ids: line.ids }
    : { ids: line.ids, logprobs: line.logprobs };
}

/** Replies by the hash of the prompt they answered, and those that are found by text. */
interface Recording {
  exact: Map<string, RecordedReply[]>;
  loose: { match: string; recorded: RecordedReply }[];
}

async function readReplies(file: string): Promise<Recording> {
  const recording: Recording = { exact: new Map(), loose: [] };
  for await (const { text, number } of readLines(file)) {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (cause) {
      throw new DataError(`${file}:${number}: no JSON (${String(cause)})`, { cause });
    }
    const parsed = lineSchema.safeParse(value);
    if (!parsed.success) {
      throw new DataError(
        `${file}:${number}: a recorded reply is { match?, text } or { match?, prompt_ids?, ids }; ` +
          'for a run name its samples.jsonl or turns.jsonl',
        { cause: parsed.error, data: { file, line: number } },
      );
    }
    const line = parsed.data;
    const recorded: RecordedReply = { index: null, reply: toReply(line) };
    if ('prompt_ids' in line && line.prompt_ids !== undefined) {
      const key = hashKey(hashInts(line.prompt_ids));
      recording.exact.set(key, [...(recording.exact.get(key) ?? []), recorded]);
    } else {
      recording.loose.push({ match: line.match ?? '', recorded });
    }
  }
  return recording;
}

/** The replies that fit a request best: its own sample's, else those of the same prompt. */
function candidates(recording: Recording, request: PolicyRequest): RecordedReply[] {
  const exact = recording.exact.get(hashKey(hashInts(request.input_ids))) ?? [];
  const index = request.sample?.index ?? null;
  const own = exact.filter((recorded) => recorded.index === index);
  if (own.length > 0) return own;
  if (exact.length > 0 || recording.loose.length === 0) return exact;
  const { text } = request;
  const named = recording.loose.filter(({ match }) => match !== '' && text.includes(match));
  const [first] = named;
  if (first !== undefined) return [first.recorded];
  return recording.loose.filter(({ match }) => match === '').map(({ recorded }) => recorded);
}

/**
 * A policy that repeats what was sampled before. The file is a run's `samples.jsonl` or `turns.jsonl`
 * (both are read, from the same folder: a prompt gets the ids and log-probs that followed it), its
 * `ledger.jsonl`, or lines of `{ match?, text, end? }` and `{ match?, ids, logprobs? }`, where the first
 * line whose `match` is in the prompt answers it, else one without `match`. Where several replies
 * fit, the request's random numbers choose. A turn that an abort cut ends by length.
 *
 * It throws for a prompt that has no reply. @throws DataError that names file and line.
 */
export async function openRecordedPolicy(file: string): Promise<Policy> {
  const isRun = ['samples.jsonl', 'turns.jsonl'].includes(basename(file));
  const recording = isRun
    ? { exact: await readRun(dirname(file)), loose: [] }
    : await readReplies(file);
  return (request) => {
    const fitting = candidates(recording, request);
    const chosen =
      fitting[fitting.length === 1 ? 0 : Math.floor(request.random() * fitting.length)];
    if (chosen !== undefined) return chosen.reply;
    throw new Error(
      `${file} has no reply to this prompt of ${request.input_ids.length} tokens` +
        (request.sample === undefined ? '' : ` (sample ${request.sample.index})`),
    );
  };
}
