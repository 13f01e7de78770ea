import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSample, type Sample } from 'slime-sdk';
import { z } from 'zod';

const turnSchema = z.looseObject({
  index: z.int(),
  turn: z.int(),
  rid: z.string().nullable(),
  ending: z.string().nullable(),
  discarded: z.array(z.object({ rid: z.string(), cause: z.string() })),
});

/** What tests read of a turn. */
export type TurnLine = z.output<typeof turnSchema>;

async function readJsonLines(path: string): Promise<unknown[]> {
  const text = await readFile(path, 'utf8');
  if (!text.endsWith('\n') && text !== '') throw new Error(`${path}: the last line is torn`);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line));
}

/** Samples of a run, in the order of the file. */
export async function readSamples(dir: string): Promise<Sample[]> {
  return (await readJsonLines(join(dir, 'samples.jsonl'))).map(parseSample);
}

/** Turns of a run, in the order of the file. */
export async function readTurns(dir: string): Promise<TurnLine[]> {
  return (await readJsonLines(join(dir, 'turns.jsonl'))).map((line) => turnSchema.parse(line));
}

/** How many samples ended in each way. */
export function countEndings(samples: readonly Sample[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { metadata } of samples) {
    const ending = JSON.stringify(metadata['ending']);
    counts[ending] = (counts[ending] ?? 0) + 1;
  }
  return counts;
}

/** A sample without what differs between two runs of it: session id and times. */
export function withoutRunFacts(sample: Sample): Partial<Sample> {
  const { session_id: _session, non_generation_time: _time, ...rest } = sample;
  return rest;
}
