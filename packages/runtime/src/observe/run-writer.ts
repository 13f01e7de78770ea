import { mkdir, readdir } from 'node:fs/promises';
import { ConfigError } from 'slime-sdk';
import type { GroupRecord } from '../rollout/records.ts';
import { toGroupLine } from './group-line.ts';
import { LineFile } from './line-file.ts';
import type { Metrics, RunMetrics } from './metrics.ts';
import { type RecoveredRun, recoverRun } from './recover-run.ts';
import { writeJson } from './replace-file.ts';
import { RUN_FILES, runFile } from './run-files.ts';
import { lockRun } from './run-lock.ts';
import {
  beginSession,
  endSession,
  readRunRecord,
  type RunManifest,
  type RunRecord,
  type RunStatus,
} from './run-manifest.ts';
import { assertSameRun } from './same-run.ts';
import { settleLedger } from './settle-ledger.ts';

/** Where and what a run writes. */
export interface RunWriterOptions {
  /** Made when it is not there. */
  dir: string;
  /** Go on with the run in the folder; without one there a new run begins. */
  resume: boolean;
  manifest: RunManifest;
  /** Part of every request id of this session. */
  nonce: string;
  /** Gets every group, those of earlier sessions too. */
  metrics: Metrics;
}

/** How a run ended. */
interface RunEnd {
  status: Exclude<RunStatus, 'running'>;
  /** What ended a failed run. */
  error?: unknown;
}

/** Writes the files of a run. */
export interface RunWriter {
  readonly dir: string;
  /** Groups that need not be run (again). */
  readonly completedGroups: ReadonlySet<number>;
  /** Seconds that the run has had, earlier sessions with it. */
  readonly seconds: number;
  /**
   * Appends a finished group. A killed process leaves it whole or not at all; await it, so that no
   * more groups are held in memory than are being written.
   *
   * @throws ConfigError when the folder cannot be written; the group is then taken back.
   */
  write(group: GroupRecord): Promise<void>;
  /**
   * Puts samples and turns in order, writes metrics and `run.json`, and frees the folder. Call it
   * on every way out, when no engine writes the ledger any more.
   */
  finish(end: RunEnd): Promise<RunMetrics>;
}

/**
 * Opens a run folder: a new one, or the one of a run that was killed or stopped.
 *
 * @throws ConfigError when the folder holds a run and `resume` is not set, when it is another run's
 * (other arguments, plugins or data), and when another process is writing it.
 */
export async function openRunWriter(options: RunWriterOptions): Promise<RunWriter> {
  const { dir } = options;
  await writing(dir, () => mkdir(dir, { recursive: true }));
  const unlock = await writing(dir, () => lockRun(dir));
  const files: LineFile[] = [];
  try {
    const path = runFile(dir, 'run');
    const earlier = await readRunRecord(path);
    const run = beginSession(options.manifest, options.nonce, earlier);
    if (earlier === null) await assertNoFiles(dir);
    else if (options.resume) assertSameRun(dir, earlier, run);
    else throw occupiedError(dir, earlier);
    const recovered = await recoverRun(dir, options.metrics);
    await writing(dir, () => writeJson(path, run));
    for (const name of ['turns', 'samples', 'groups'] as const) {
      files.push(
        await writing(dir, () => LineFile.open(runFile(dir, name), recovered.lines[name])),
      );
    }
    const [turns, samples, groups] = files;
    if (turns === undefined || samples === undefined || groups === undefined) {
      throw new TypeError('a run has three line files');
    }
    return new FolderWriter(options, run, recovered, { turns, samples, groups }, unlock);
  } catch (error) {
    await Promise.all(files.map((file) => file.close()));
    await unlock();
    throw error;
  }
}

class FolderWriter implements RunWriter {
  readonly dir: string;
  readonly #run: RunRecord;
  readonly #metrics: Metrics;
  readonly #completed: Set<number>;
  readonly #files: { turns: LineFile; samples: LineFile; groups: LineFile };
  readonly #unlock: () => Promise<void>;
  readonly #earlier: number;
  readonly #opened = performance.now();
  /** Groups are written one after the other. */
  #queue: Promise<void> = Promise.resolve();
  #end: Promise<RunMetrics> | undefined;

  constructor(
    options: RunWriterOptions,
    run: RunRecord,
    recovered: RecoveredRun,
    files: { turns: LineFile; samples: LineFile; groups: LineFile },
    unlock: () => Promise<void>,
  ) {
    this.dir = options.dir;
    this.#metrics = options.metrics;
    this.#run = run;
    this.#completed = recovered.groups;
    this.#earlier = recovered.elapsed;
    this.#files = files;
    this.#unlock = unlock;
  }

  get completedGroups(): ReadonlySet<number> {
    return this.#completed;
  }

  get seconds(): number {
    return this.#earlier + (performance.now() - this.#opened) / 1000;
  }

  async write(group: GroupRecord): Promise<void> {
    if (this.#end !== undefined) throw new TypeError('the run is finished: nothing can be written');
    const written = this.#queue.then(() => writing(this.dir, () => this.#append(group)));
    this.#queue = written.catch(() => undefined);
    await written;
  }

  finish(end: RunEnd): Promise<RunMetrics> {
    this.#end ??= this.#queue.then(() => writing(this.dir, () => this.#close(end)));
    return this.#end;
  }

  async #append(group: GroupRecord): Promise<void> {
    if (this.#completed.has(group.group_index)) {
      throw new TypeError(`group ${group.group_index} was written before`);
    }
    const line = toGroupLine(group, this.seconds);
    const { turns, samples, groups } = this.#files;
    const marks = [turns, samples, groups].map((file) => ({ file, mark: file.mark() }));
    try {
      for (const turn of group.turns) {
        await turns.append(turn, [turn.index, turn.attempt, turn.turn]);
      }
      for (const sample of group.samples) await samples.append(sample, [sample.index ?? 0, 0, 0]);
      await turns.flush();
      await samples.flush();
      // The group's own line comes last: it vouches for the others.
      await groups.append(line, [group.group_index, 0, 0]);
      await groups.flush();
    } catch (error) {
      for (const { file, mark } of marks) file.rollBack(mark);
      throw error;
    }
    this.#completed.add(group.group_index);
    this.#metrics.addGroup(group);
  }

  async #close(end: RunEnd): Promise<RunMetrics> {
    const { turns, samples, groups } = this.#files;
    try {
      for (const file of [turns, samples, groups]) await file.finish();
      if (end.status !== 'completed') await settleLedger(this.dir, SETTLED[end.status]);
      const metrics = this.#metrics.read(this.seconds);
      const { values, ...rest } = metrics;
      await writeJson(runFile(this.dir, 'metrics'), { ...values, ...rest });
      await writeJson(runFile(this.dir, 'run'), endSession(this.#run, end.status, end.error));
      return metrics;
    } finally {
      for (const file of [turns, samples, groups]) await file.close();
      await this.#unlock();
    }
  }
}

/** Cause of replies that were in flight when a run ended early. */
const SETTLED = { interrupted: 'interrupted', failed: 'run_failed' } as const;

/** Says which folder an error of the file system is about. */
async function writing<T>(dir: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new ConfigError(
      `run folder ${dir} cannot be written (${error.message}); ` +
        'free the disk or mend its permissions, then go on with --resume',
      { cause: error, data: { dir } },
    );
  }
}

/** `run.json` is a run's first file: without it, files of these names are somebody else's. */
async function assertNoFiles(dir: string): Promise<void> {
  const present = new Set(await readdir(dir));
  for (const name of ['samples', 'turns', 'groups', 'discarded', 'metrics'] as const) {
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
