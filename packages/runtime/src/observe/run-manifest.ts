import { readFile } from 'node:fs/promises';
import {
  ConfigError,
  exactForms,
  type JsonObject,
  parseExactJson,
  restoreExactForms,
  type RolloutArgs,
} from 'slime-sdk';
import { z } from 'zod';
import { isMissing } from './missing-file.ts';
import { versionOf } from './package-version.ts';
import { printExactJson } from './print-exact-json.ts';
import { redact } from './redact.ts';
import { replaceText } from './replace-file.ts';

/** What decides the samples of a run: two sessions of one run must agree on it. */
export interface RunManifest {
  /** Keys of `--custom-config-path` may be among them. */
  args: RolloutArgs;
  /** Facts that are no arguments: engine, policy, checkpoint, seeds. */
  settings: JsonObject;
  plugins: readonly { spec: string; file: string; sha256: string }[];
  data: { file: string; sha256: string; rows: number } | null;
}

/** How a run stands. */
export type RunStatus = 'running' | 'completed' | 'interrupted' | 'failed';

const jsonObject = z.record(z.string(), z.json());

const sessionSchema = z.object({
  /** Part of every request id of the session. */
  nonce: z.string(),
  started: z.string(),
  /** Null while it runs, and for ever when it was killed. */
  finished: z.string().nullable(),
  versions: z.record(z.string(), z.string()),
});

/** The content of `run.json`. */
export const runRecordSchema = z.object({
  status: z.enum(['running', 'completed', 'interrupted', 'failed']),
  error: z.string().nullable(),
  args: jsonObject,
  /** All that is random follows from it. */
  seeds: z.object({ rollout_seed: z.int() }),
  settings: jsonObject,
  plugins: z.array(z.object({ spec: z.string(), file: z.string(), sha256: z.string() })),
  data: z.object({ file: z.string(), sha256: z.string(), rows: z.int() }).nullable(),
  /** The first, and one more each time it was resumed. */
  sessions: z.array(sessionSchema),
});

export type RunRecord = z.output<typeof runRecordSchema>;

/** Begins a session: of a new run, or of the one that `earlier` tells of. */
export function beginSession(
  manifest: RunManifest,
  nonce: string,
  earlier: RunRecord | null,
): RunRecord {
  return {
    status: 'running',
    error: null,
    args: redact({ ...manifest.args }),
    seeds: { rollout_seed: manifest.args.rollout_seed },
    settings: redact(manifest.settings),
    plugins: [...manifest.plugins],
    data: manifest.data,
    sessions: [
      ...(earlier?.sessions ?? []),
      { nonce, started: new Date().toISOString(), finished: null, versions: readVersions() },
    ],
  };
}

/** The same run, ended. */
export function endSession(run: RunRecord, status: RunStatus, error: unknown): RunRecord {
  const finished = new Date().toISOString();
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    ...run,
    status,
    error: error === undefined ? null : message,
    sessions: run.sessions.map((session, at) =>
      at === run.sessions.length - 1 ? { ...session, finished } : session,
    ),
  };
}

/**
 * Reads `run.json`; null when there is none.
 *
 * @throws ConfigError when it is not a run's.
 */
export async function readRunRecord(path: string): Promise<RunRecord | null> {
  let text;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  try {
    const written = parseExactJson(text);
    const run = runRecordSchema.parse(written);
    restoreExactForms(run, exactForms(written));
    return run;
  } catch (error) {
    throw new ConfigError(`${path} is not the record of a run; name another --output`, {
      cause: error,
      data: { file: path },
    });
  }
}

/** Writes `run.json`, with numbers of arguments as they were written: templates print them. */
export async function writeRunRecord(path: string, run: RunRecord): Promise<void> {
  await replaceText(path, `${printExactJson(run, { indent: '  ', isSorted: false })}\n`);
}

function readVersions(): Record<string, string> {
  return {
    'slime-runtime': versionOf('slime-runtime'),
    'slime-sdk': versionOf('slime-sdk'),
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
  };
}
