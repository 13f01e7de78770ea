import { existsSync } from 'node:fs';
import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { ConfigError } from 'slime-sdk';
import { makeFolder } from './make-folder.ts';
import { RUN_FILES, runFile } from './run-files.ts';
import { lockRun } from './run-lock.ts';
import { readRunRecord, type RunRecord } from './run-manifest.ts';

/** A run's folder, taken for this process. */
export interface RunFolder {
  readonly dir: string;
  /** The run that is in it already. */
  readonly earlier: RunRecord | null;
  /** From here on a run writes in it. */
  begin(): void;
  /**
   * Frees it. When no run began, an empty ledger and the folder itself are taken away again, unless
   * they were there before.
   */
  release(): Promise<void>;
}

/**
 * Takes the folder of a run before anything is written or opened there: it is made when it is
 * missing. `resume` goes on with the run in it; without one there a new run begins.
 *
 * @throws ConfigError when it cannot be written, when it holds a run and `resume` is not set, and
 * when another process is writing it.
 */
export async function openRunFolder(dir: string, resume: boolean): Promise<RunFolder> {
  const { isNew, unlock } = await take(dir);
  const ledger = runFile(dir, 'ledger');
  const hadLedger = existsSync(ledger);
  let hasBegun = false;
  let released: Promise<void> | undefined;
  const free = async (): Promise<void> => {
    if (!hasBegun && !hadLedger) await removeEmpty(ledger);
    await unlock();
    if (isNew && !hasBegun && (await readdir(dir)).length === 0) await rmdir(dir);
  };
  const release = (): Promise<void> => (released ??= free());
  const begin = (): void => {
    hasBegun = true;
  };
  try {
    const earlier = await readRunRecord(runFile(dir, 'run'));
    if (earlier === null) await assertNoFiles(dir);
    else if (!resume) throw occupiedError(dir, earlier);
    return { dir, earlier, begin, release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function take(dir: string): Promise<{ isNew: boolean; unlock: () => Promise<void> }> {
  try {
    const isNew = makeFolder(dir);
    return { isNew, unlock: await lockRun(dir) };
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new ConfigError(
      `--output ${dir}: no folder that can be written (${error.message}); name another`,
      { cause: error, data: { dir } },
    );
  }
}

async function removeEmpty(file: string): Promise<void> {
  if (existsSync(file) && (await stat(file)).size === 0) await rm(file);
}

/** `run.json` is a run's first file: without it, files of these names are somebody else's. */
async function assertNoFiles(dir: string): Promise<void> {
  const present = new Set(await readdir(dir));
  for (const name of ['samples', 'turns', 'groups', 'discarded', 'tensors', 'metrics'] as const) {
    if (!present.has(RUN_FILES[name])) continue;
    throw new ConfigError(
      `${dir} holds a ${RUN_FILES[name]} but no ${RUN_FILES.run}, so it is no run of ours; ` +
        'name another --output',
      { data: { dir, file: RUN_FILES[name] } },
    );
  }
}

function occupiedError(dir: string, run: RunRecord): ConfigError {
  const started = run.sessions[0]?.started ?? 'unknown';
  return new ConfigError(
    `${dir} holds a run (${run.status}, started ${started}); ` +
      'go on with it with --resume, or name another --output',
    { data: { dir, status: run.status } },
  );
}
