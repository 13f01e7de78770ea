import { type ChildProcess, fork } from 'node:child_process';
import { forwardLines } from 'slime-runtime/hosting';
import type { SuiteCommand, SuiteEvent } from './suite-messages.ts';

/** Megabytes of JavaScript heap, and of memory in all, that a suite's process may use. */
const HEAP_MB = 1024;
const MEMORY_MB = 2048;

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
    for (const stream of [stdout, stderr]) if (stream !== null) forwardLines(stream, on.line);
    this.#process.on('message', (event: SuiteEvent) => {
      if (event.type === 'done') this.#isDone = true;
      else on.event(event);
    });
    this.ended = new Promise((resolve) => {
      // `close` comes after the channel and the pipes are read to their end; `error` instead of it.
      this.#process.on('exit', (code, signal) => {
        this.#reason ??= describeExit(code, signal);
        this.#killGroup();
      });
      this.#process.on('close', () => resolve(this.#isDone ? null : this.#reason));
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
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch (error) {
      const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH';
      if (!isGone) throw error;
    }
  }
}

function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  if (code !== null) return `ended the process (exit code ${code})`;
  if (signal === 'SIGUSR2') return `used more than ${MEMORY_MB} MB of memory`;
  if (signal === 'SIGABRT') return `ran out of memory: more than ${HEAP_MB} MB of heap`;
  return `ended the process (${signal})`;
}
