import { ConfigError } from 'slime-sdk';
import type { GroupRecord } from '../rollout/records.ts';
import { toGroupLine } from './group-line.ts';
import { LineFile } from './line-file.ts';
import type { Metrics, RunMetrics } from './metrics.ts';
import { type RecoveredRun, recoverRun } from './recover-run.ts';
import { writeJson } from './replace-file.ts';
import { runFile } from './run-files.ts';
import type { RunFolder } from './run-folder.ts';
import {
  beginSession,
  endSession,
  type RunManifest,
  type RunRecord,
  type RunStatus,
  writeRunRecord,
} from './run-manifest.ts';
import { assertSameRun } from './same-run.ts';
import { settleLedger } from './settle-ledger.ts';
import { removeTensors, withTensorNames, writeTensors } from './tensor-files.ts';

/** Where and what a run writes. */
export interface RunWriterOptions {
  folder: RunFolder;
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
 * Begins a run in its folder, or goes on with the one in it, which was killed or stopped. The folder
 * is freed when the writer has finished, or could not be opened.
 *
 * @throws ConfigError when the folder holds another run: other arguments, plugins or data.
 */
export async function openRunWriter(options: RunWriterOptions): Promise<RunWriter> {
  const { folder } = options;
  const { dir, earlier } = folder;
  const files: LineFile[] = [];
  try {
    const run = beginSession(options.manifest, options.nonce, earlier);
    if (earlier !== null) assertSameRun(dir, earlier, run);
    const recovered = await recoverRun(dir, options.metrics);
    await writing(dir, () => writeRunRecord(runFile(dir, 'run'), run));
    for (const name of ['turns', 'samples', 'groups'] as const) {
      files.push(
        await writing(dir, () => LineFile.open(runFile(dir, name), recovered.lines[name])),
      );
    }
    const [turns, samples, groups] = files;
    if (turns === undefined || samples === undefined || groups === undefined) {
      throw new TypeError('a run has three line files');
    }
    folder.begin();
    return new FolderWriter(options, run, recovered, { turns, samples, groups });
  } catch (error) {
    await Promise.all(files.map((file) => file.close()));
    await folder.release();
    throw error;
  }
}

class FolderWriter implements RunWriter {
  readonly dir: string;
  readonly #run: RunRecord;
  readonly #metrics: Metrics;
  readonly #completed: Set<number>;
  readonly #files: { turns: LineFile; samples: LineFile; groups: LineFile };
  readonly #folder: RunFolder;
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
  ) {
    this.dir = options.folder.dir;
    this.#folder = options.folder;
    this.#metrics = options.metrics;
    this.#run = run;
    this.#completed = recovered.groups;
    this.#earlier = recovered.elapsed;
    this.#files = files;
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
    const { turns, samples, groups } = this.#files;
    const marks = [turns, samples, groups].map((file) => ({ file, mark: file.mark() }));
    try {
      const tensorBytes = await writeTensors(this.dir, group);
      const line = toGroupLine(group, { elapsed: this.seconds, tensorBytes });
      for (const turn of group.turns) {
        await turns.append(turn, [turn.index, turn.attempt, turn.turn]);
      }
      for (const sample of group.samples) {
        await samples.append(withTensorNames(sample, group), [sample.index ?? 0, 0, 0]);
      }
      await turns.flush();
      await samples.flush();
      // The group's own line comes last: it vouches for the others.
      await groups.append(line, [group.group_index, 0, 0]);
      await groups.flush();
    } catch (error) {
      for (const { file, mark } of marks) file.rollBack(mark);
      await removeTensors(this.dir, group.group_index);
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
      await writeRunRecord(runFile(this.dir, 'run'), endSession(this.#run, end.status, end.error));
      return metrics;
    } finally {
      for (const file of [turns, samples, groups]) await file.close();
      await this.#folder.release();
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
