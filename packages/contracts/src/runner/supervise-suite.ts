import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlePaths } from 'slime-runtime/hosting';
import type { Outcome } from '../report/report.ts';
import type { CheckResult, FoundFailure } from './check-result.ts';
import { confirmFailures, type RunAlone } from './confirm-failures.ts';
import { type Mark, readMark } from './marker.ts';
import { suitePrograms } from './program-file.ts';
import { formatReplay } from './replay.ts';
import { SuiteChild, type SuiteChildFiles } from './suite-child.ts';
import type { SuiteEvent } from './suite-messages.ts';
import type { SuiteRequest } from './suite-request.ts';

/** Milliseconds between two looks at where a child is. */
const LOOK_MS = 200;
/** Seconds past the limit of a call, which the child keeps too, after which it is taken for stuck. */
const GRACE_SECONDS = 1;
/** Seconds that a child may take to load the plugin and its world, where calls may take less. */
const LOAD_SECONDS = 30;

/**
 * Runs the checks of one plugin in child processes. A child that hangs, exits or eats memory costs
 * the check that ran in it, which falls short with the reason; another child goes on at the next.
 */
export async function superviseSuite(
  request: SuiteRequest,
  onEvent: (event: SuiteEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'slime-contracts-'));
  try {
    const files = { ...(await suitePrograms()), marker: join(folder, 'mark') };
    const done: Record<string, Outcome> = { ...request.done };
    let found = request.found;
    let checks: readonly string[] = [];
    const failed: CheckResult[] = [];
    const confirm = async (): Promise<void> => {
      if (request.replay !== null || found === undefined) return;
      await confirmFailures({ ...request, found }, failed, aloneWith(files), onEvent, signal);
    };
    /** The check that a child was at, or was about to start. */
    const pending = (): string | undefined =>
      checks.find((id) => done[id] === undefined && request.only?.includes(id) !== false);
    for (;;) {
      const known = found === undefined ? {} : { found };
      const stay = new Stay(
        { ...request, ...known, done, bundleId: randomUUID() },
        files,
        signal,
        (event) => {
          if (event.type === 'loaded') {
            if (found !== undefined && checks.length > 0) return;
            found = event.found;
            checks = event.checks.map(({ id }) => id);
          }
          if (event.type === 'result') {
            done[event.result.id] = event.result.outcome;
            if (event.result.failure !== null) failed.push(event.result);
          }
          onEvent(event);
        },
      );
      const end = await stay.run();
      await stay.removeBundle();
      if (stay.fault !== null) throw stay.fault;
      if (stay.isRenewed && !signal.aborted) continue;
      if (end === null) return await confirm();
      const id = pending();
      if (!stay.isLoaded || id === undefined) {
        const message = signal.aborted
          ? 'the run was stopped while the plugin was loaded'
          : `the plugin ${end} while it was loaded`;
        onEvent({ type: 'refused', message, code: 'SLIME_PLUGIN', stack: '' });
        return;
      }
      if (signal.aborted) {
        onEvent({ type: 'result', result: stoppedResult(id) });
        return;
      }
      const lost = await stay.explain(id, end);
      done[lost.id] = lost.outcome;
      onEvent({ type: 'result', result: lost });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function aloneWith(files: SuiteChildFiles): RunAlone {
  return async (request, onEvent, signal) => {
    const stay = new Stay({ ...request, bundleId: randomUUID() }, files, signal, onEvent);
    await stay.run();
    await stay.removeBundle();
  };
}

/** The result of a check that a run which was stopped did not get to the end of. */
function stoppedResult(id: string): CheckResult {
  const reason = 'the run was stopped';
  return { id, outcome: 'not_exercised', cases: 0, met: 0, seconds: 0, reason, failure: null };
}

/** The life of one child. */
class Stay {
  readonly #request: SuiteRequest;
  readonly #files: SuiteChildFiles;
  readonly #signal: AbortSignal;
  readonly #onEvent: (event: SuiteEvent) => void;
  #current: { started: number; failing: FoundFailure | null } | null = null;
  #imported: string | null = null;
  isLoaded = false;
  /** Its process gave up for another one, at a check's end. */
  isRenewed = false;
  /** Our own fault, which ended it. */
  fault: Error | null = null;

  constructor(
    request: SuiteRequest,
    files: SuiteChildFiles,
    signal: AbortSignal,
    onEvent: (event: SuiteEvent) => void,
  ) {
    this.#request = request;
    this.#files = files;
    this.#signal = signal;
    this.#onEvent = onEvent;
  }

  /** Removes what a process that was ended while it imported the plugin left beside it. */
  async removeBundle(): Promise<void> {
    const { bundleId } = this.#request;
    if (this.#imported === null || bundleId === undefined) return;
    for (const file of bundlePaths(this.#imported, bundleId)) {
      await rm(file, { force: true });
    }
  }

  /** Gives how it ended; null when it finished its work. */
  async run(): Promise<string | null> {
    const child = new SuiteChild(
      this.#files,
      { type: 'run', request: this.#request },
      {
        event: (event) => this.#receive(event),
        line: (line) => this.#onEvent({ type: 'output', line }),
      },
    );
    const stop = (): void => child.kill('was stopped');
    this.#signal.addEventListener('abort', stop, { once: true });
    if (this.#signal.aborted) stop();
    const clock = this.#watch(child);
    try {
      return await child.ended;
    } finally {
      clearInterval(clock);
      this.#signal.removeEventListener('abort', stop);
    }
  }

  /** The result of the check that a dead child ran, or was about to. */
  async explain(id: string, end: string): Promise<CheckResult> {
    const { started, failing } = this.#current ?? { started: performance.now(), failing: null };
    const mark = readMark(this.#files.marker);
    return {
      id,
      outcome: 'fell_short',
      cases: (mark?.case ?? 0) + 1,
      met: (mark?.case ?? 0) + 1,
      seconds: Math.round(performance.now() - started) / 1000,
      reason: null,
      failure: failing ?? (await this.#describeEnd(id, end, mark)),
    };
  }

  #receive(event: SuiteEvent): void {
    if (event.type === 'importing') this.#imported = event.file;
    if (event.type === 'loaded') this.isLoaded = true;
    if (event.type === 'start') {
      this.#current = { started: performance.now(), failing: null };
    }
    if (event.type === 'failing' && this.#current !== null) this.#current.failing = event.failure;
    if (event.type === 'result') this.#current = null;
    if (event.type === 'crashed') this.fault = new Error(event.stack);
    if (event.type === 'renew') this.isRenewed = true;
    this.#onEvent(event);
  }

  /** Ends a child whose marks stand still: a call of the plugin holds its event loop. */
  #watch(child: SuiteChild): NodeJS.Timeout {
    let last = -1;
    let since = performance.now();
    return setInterval(() => {
      const mark = readMark(this.#files.marker);
      const call = mark?.call ?? 0;
      const now = performance.now();
      if (call !== last) {
        last = call;
        since = now;
        return;
      }
      const { seconds } = this.#request;
      const loadSeconds = Math.max(LOAD_SECONDS, seconds);
      const isCall = this.isLoaded && mark !== null && mark.where !== '';
      const limit = isCall ? seconds + GRACE_SECONDS : loadSeconds;
      if (now - since < limit * 1000) return;
      child.kill(
        isCall
          ? `held the event loop for more than ${seconds} s`
          : `did not come to an end in ${loadSeconds} s`,
      );
    }, LOOK_MS);
  }

  async #describeEnd(id: string, end: string, mark: Mark | null): Promise<FoundFailure> {
    const base = this.#request.replay ?? { seed: this.#request.seed, path: null, commands: null };
    const replay = base.path === null ? { ...base, path: String(mark?.case ?? 0) } : base;
    const input = await this.#show(id, replay);
    return {
      input,
      expected: `${mark?.where || 'the call'} returns`,
      got: `the plugin ${end}`,
      note: null,
      shrinks: 0,
      replay: input === null ? null : formatReplay(replay),
    };
  }

  /** The input of the case that ended the child, by another child that does not call the plugin. */
  async #show(id: string, replay: NonNullable<SuiteRequest['replay']>): Promise<string | null> {
    let input: string | null = null;
    const child = new SuiteChild(
      this.#files,
      { type: 'show', id, request: { ...this.#request, replay } },
      {
        event: (event) => {
          if (event.type === 'shown') input = event.input;
        },
        line: () => {},
      },
    );
    const stop = (): void => child.kill('took too long');
    const clock = setTimeout(stop, LOAD_SECONDS * 1000);
    this.#signal.addEventListener('abort', stop, { once: true });
    if (this.#signal.aborted) stop();
    await child.ended;
    clearTimeout(clock);
    this.#signal.removeEventListener('abort', stop);
    return input;
  }
}
