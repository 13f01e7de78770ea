import { readLines, type TextLine } from 'slime-runtime/hosting';
import { DataError } from 'slime-sdk';
import { z } from 'zod';
import type { TraceEpisode } from './traces.ts';

/** Most episodes that checks draw from. */
const MOST_EPISODES = 1000;

const lineSchema = z.looseObject({
  index: z.int(),
  group_index: z.int(),
  attempt: z.int().default(0),
  turn: z.int().nonnegative(),
  text: z.string(),
  discarded_cause: z.string().nullable().default(null),
  finish: z.looseObject({ type: z.string() }).nullable().default(null),
  observation: z.unknown().default(null),
  done: z.boolean().default(false),
  reward: z.number().nullable().default(null),
});

/**
 * Reads the episodes of a `turns.jsonl`, as `slime-runtime rollout` writes it. Turns that no env was
 * asked about are left out: those in no sample, and those that the engine aborted.
 *
 * @throws DataError that names file and line
 */
export async function readTraces(file: string): Promise<TraceEpisode[]> {
  const episodes = new Map<string, TraceEpisode>();
  for await (const line of readLines(file)) {
    const turn = readTurn(file, line);
    if (turn.discarded_cause !== null || turn.finish === null) continue;
    if (turn.finish.type === 'abort') continue;
    const key = `${turn.index}:${turn.attempt}`;
    let episode = episodes.get(key);
    if (episode === undefined) {
      if (episodes.size === MOST_EPISODES) continue;
      episode = { index: turn.index, group_index: turn.group_index, turns: [] };
      episodes.set(key, episode);
    }
    const { text, observation, done, reward } = turn;
    const truncated = turn.finish.type === 'length';
    episode.turns.push({ text, truncated, observation, done, reward });
  }
  return [...episodes.values()];
}

function readTurn(file: string, { text, number }: TextLine): z.output<typeof lineSchema> {
  try {
    return lineSchema.parse(JSON.parse(text));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new DataError(`${file}:${number}: no line of a turns.jsonl: ${reason}`, {
      cause,
      data: { file, line: number },
    });
  }
}
