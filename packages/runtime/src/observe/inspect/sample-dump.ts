import { existsSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ConfigError, isSlimeError, parseSample, type Sample } from 'slime-sdk';
import { z } from 'zod';
import { parseJsonLine } from '../../rollout/data/parse-json.ts';
import { readLines, unreadable } from '../../rollout/data/read-lines.ts';
import { templateSegmentOf } from '../../rollout/template-segment.ts';
import { RUN_FILES, runFile } from '../run-files.ts';
import { readRunRecord, type RunRecord } from '../run-manifest.ts';

/** A line of a dump: a sample, or why it is none. */
export type DumpRow =
  | { readonly line: number; readonly sample: Sample }
  | { readonly line: number; readonly problem: string };

const messageSchema = z.looseObject({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.union([
    z.string(),
    z.array(
      z.union([
        z.object({ type: z.literal('text'), text: z.string() }),
        z.looseObject({ type: z.literal('image') }).transform(() => PICTURE),
      ]),
    ),
  ]),
  tool_call_id: z.string().exactOptional(),
  name: z.string().exactOptional(),
});

/** Which picture it is makes no difference to the text around it. */
const PICTURE = { type: 'image', image: '' } as const;

const turnSchema = z.object({
  index: z.int(),
  turn: z.int(),
  segment: z.int().default(0),
  start: z.int(),
  tokens: z.int(),
  discarded_cause: z.string().nullable(),
  finish: z.looseObject({ type: z.string() }).nullable(),
  observation: z.array(messageSchema).nullable(),
  ending: z.string().nullable(),
});

/** What is shown of a turn that stands in `turns.jsonl`. */
export type DumpTurn = z.output<typeof turnSchema>;

/** Samples that were written down, with what the run knows about them. */
export interface SampleDump {
  readonly file: string;
  /** Null where they are no run's. */
  readonly run: RunRecord | null;
  /** The line at the end that a stopped process was writing is none. */
  rows(): AsyncGenerator<DumpRow, void>;
  /** The turns that stand in a sample. */
  turnsOf(sample: Sample): Promise<DumpTurn[]>;
}

/**
 * Opens a run's folder, also one that a killed run left, or a file of samples.
 *
 * @throws DataError when it cannot be read, ConfigError when a folder holds no samples
 */
export async function openDump(path: string): Promise<SampleDump> {
  const file = await samplesFile(path);
  const dir = dirname(file);
  const isRun = basename(file) === RUN_FILES.samples;
  const run = isRun ? await readRunRecord(runFile(dir, 'run')) : null;
  return {
    file,
    run,
    rows: () => readRows(file),
    turnsOf: async (sample) => {
      if (run === null || sample.index === null) return [];
      const turns = await readTurns(runFile(dir, 'turns'), sample.index);
      return turns.filter(({ segment }) => segment === templateSegmentOf(sample));
    },
  };
}

/**
 * The file of samples that a path names: itself, or that of a run's folder.
 *
 * @throws DataError when it cannot be read, ConfigError when a folder holds no samples
 */
export async function samplesFile(path: string): Promise<string> {
  const isFolder = (await stat(path).catch((error: unknown) => fail(path, error))).isDirectory();
  if (!isFolder) return path;
  const file = join(path, RUN_FILES.samples);
  if (existsSync(file)) return file;
  throw new ConfigError(
    `${path} holds no ${RUN_FILES.samples}: name a run's folder, or a file of samples`,
  );
}

function fail(path: string, error: unknown): never {
  throw unreadable(path, error);
}

async function* readRows(file: string): AsyncGenerator<DumpRow, void> {
  const isTorn = !(await endsWithLine(file));
  let last: DumpRow | undefined;
  for await (const line of readLines(file)) {
    if (last !== undefined) yield last;
    const parsed = parseJsonLine(line);
    last = parsed.ok
      ? readRow(line.number, parsed.value)
      : { line: line.number, problem: `column ${parsed.column}: ${parsed.message}` };
  }
  if (last !== undefined && !(isTorn && 'problem' in last)) yield last;
}

function readRow(line: number, value: unknown): DumpRow {
  try {
    return { line, sample: parseSample(value) };
  } catch (error) {
    if (!isSlimeError(error)) throw error;
    return { line, problem: error.message };
  }
}

/** What a run writes ends in a line end; a line without one was cut short. */
async function endsWithLine(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (size === 0) return true;
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer[0] === 0x0a;
  } finally {
    await handle.close();
  }
}

async function readTurns(file: string, index: number): Promise<DumpTurn[]> {
  if (!existsSync(file)) return [];
  const turns: DumpTurn[] = [];
  for await (const line of readLines(file)) {
    // The writer puts the index first: other episodes are not parsed.
    if (/^\{"index":\d+,/.test(line.text) && !line.text.startsWith(`{"index":${index},`)) continue;
    const parsed = parseJsonLine(line);
    const turn = turnSchema.safeParse(parsed.ok ? parsed.value : null);
    if (turn.success && turn.data.index === index && turn.data.discarded_cause === null) {
      turns.push(turn.data);
    }
  }
  return turns;
}
