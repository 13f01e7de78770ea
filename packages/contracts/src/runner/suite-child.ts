import { type ChildProcess, fork } from 'node:child_process';
import { forwardLines } from 'slime-runtime/hosting';
import { CUT_OFF } from './cut-off.ts';
import type { SuiteCommand, SuiteEvent } from './suite-messages.ts';

/** Megabytes of JavaScript heap, and of memory in all, that a suite's process may use. */
const HEAP_MB = 1024;
const MEMORY_MB = 2048;
/** Milliseconds that a child may take to end after its work, and its pipes to close after its end. */
const END_MS = 1000;

/** Files that a child is made of. */
export interface SuiteChildFiles {
  program: string;
  lifeline: string;
  marker: string;
}

/** Starts a child for one command, in a process group of its own. */
export class SuiteChild {
  /** Settles when the process is gone; says how it ended, null when it finished its work. */
  readonly ended: Promise<string | null>;
  readonly #process: ChildProcess;
  #reason: string | null = null;
  #isDone = false;
  #isOutOfHeap = false;
  /** Its process id may be another's by now. */
  #isGone = false;

  constructor(
    files: SuiteChildFiles,
    command: SuiteCommand,
    on: { event(event: SuiteEvent): void; line(line: string): void },
  ) {
    const lifeline = JSON.stringify({ parent: process.pid, memoryMb: MEMORY_MB });
    this.#process = fork(files.program, [files.lifeline, lifeline, files.marker], {
      // A group of its own, so that what the plugin starts can be ended with it.
      detached: true,
      cwd: command.request.cwd,
      execArgv: [`--max-old-space-size=${HEAP_MB}`, '--enable-source-maps'],
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const { stdout, stderr } = this.#process;
    for (const stream of [stdout, stderr]) {
      if (stream === null) continue;
      forwardLines(stream, (line) => {
        this.#isOutOfHeap ||= /^FATAL ERROR: .*heap out of memory/.test(line);
        on.line(line);
      });
    }
    let stop: NodeJS.Timeout | undefined;
    this.#process.on('message', (event: SuiteEvent) => {
      if (event.type === 'leaving') this.#reason ??= event.reason;
      if (event.type !== 'done') return on.event(event);
      this.#isDone = true;
      // A plugin's own handlers of the end may never end.
      if (!this.#isGone) stop = setTimeout(() => this.#killGroup(), END_MS);
    });
    this.ended = new Promise((resolve) => {
      // `close` comes after the channel and the pipes are read to their end; `error` instead of it.
      this.#process.on('exit', (code, signal) => {
        this.#reason ??= this.#isOutOfHeap ? OUT_OF_HEAP : describeExit(code, signal);
        this.#killGroup();
        this.#isGone = true;
        clearTimeout(stop);
        // What the plugin started in another group keeps the pipes open as long as it likes.
        stop = setTimeout(() => {
          for (const stream of [stdout, stderr]) stream?.destroy();
        }, END_MS);
      });
      this.#process.on('close', () => {
        clearTimeout(stop);
        resolve(this.#isDone ? null : this.#reason);
      });
      this.#process.on('error', (error) => resolve(`could not be started (${error.message})`));
    });
    this.#process.send(command);
  }

  /** Ends it and all that it started. */
  kill(reason: string): void {
    this.#reason ??= reason;
    this.#killGroup();
  }

  #killGroup(): void {
    const { pid } = this.#process;
    if (pid === undefined || this.#isGone) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch (error) {
      const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH';
      if (!isGone) throw error;
    }
  }
}

const OUT_OF_HEAP = `ran out of memory: more than ${HEAP_MB} MB of heap`;

function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  if (code === CUT_OFF) return 'closed files or the channel of the process that it runs in';
  if (code !== null) return `ended the process (exit code ${code})`;
  if (signal === 'SIGUSR2') return `used more than ${MEMORY_MB} MB of memory`;
  return `ended the process (${signal})`;
}
