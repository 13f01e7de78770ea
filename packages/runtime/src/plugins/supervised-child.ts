import { type ChildProcess, fork } from 'node:child_process';
import {
  exactForms,
  type JsonObject,
  type Logger,
  PluginError,
  restoreExactForms,
} from 'slime-sdk';
import { MEMORY_SIGNAL } from './child-limits.ts';
import { type ChildRequest, type FromChild, isFromChild, type ToChild } from './child-protocol.ts';
import { forwardLines } from './forward-lines.ts';
import type { Lifeline } from './lifeline-worker.ts';
import { type CallFacts, PAST_BOUND } from './plugin-failure.ts';
import { decodeError } from './wire-error.ts';

/** Seconds past a call's deadline, which the child keeps too, after which it is taken for stuck. */
const GRACE_SECONDS = 2;
const START_SECONDS = 30;

/** What a child runs, and the memory that it may use. */
export interface ChildSetup {
  /** Files of child.ts and lifeline-worker.ts. */
  program: string;
  lifeline: string;
  /** Of JavaScript heap. */
  heapMb: number;
  /** In all. */
  memoryMb: number;
}

/** The call that was under way when it is not the one that the request started with. */
type LaterCall = Pick<CallFacts, 'where' | 'turn'>;

/** How long a request may take, and the error of one that the process did not answer. */
export interface RequestOptions {
  /** Of each call of the plugin in it. */
  seconds: number;
  fail(reason: string, call?: LaterCall, data?: JsonObject): Error;
}

interface Pending {
  options: RequestOptions;
  call: LaterCall | undefined;
  timer: NodeJS.Timeout;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * One child process that runs plugins, in a process group of its own. A request that it does not
 * answer in time, or does not survive, is rejected with the reason, and the child is gone.
 */
export class SupervisedChild {
  /** Settles when it takes requests. */
  readonly ready: Promise<void>;
  /** Settles when the process is gone. */
  readonly gone: Promise<void>;
  /** Keys of the plugins that it has loaded. */
  readonly loaded = new Set<number>();
  readonly #process: ChildProcess;
  readonly #log: Logger;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #ended: string | null = null;
  /** Its process id may be another's by now. */
  #isGone = false;
  #isDirty = false;

  constructor(setup: ChildSetup, log: Logger) {
    this.#log = log;
    const lifeline = { parent: process.pid, memoryMb: setup.memoryMb } satisfies Lifeline;
    this.#process = fork(setup.program, [setup.lifeline, JSON.stringify(lifeline)], {
      // A group of its own, so that what the plugin starts can be ended with it.
      detached: true,
      execArgv: [`--max-old-space-size=${setup.heapMb}`],
      serialization: 'advanced',
      // Standard output belongs to the runtime: the plugin's goes to the log.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const { pid, stdout, stderr } = this.#process;
    const write = (line: string): void => log.info(`plugin process ${pid}: ${line}`);
    if (stdout !== null) forwardLines(stdout, write);
    if (stderr !== null) forwardLines(stderr, write);
    this.gone = new Promise((resolve) => {
      const end = (reason: string, data: JsonObject = {}): void => {
        this.kill(reason, data);
        this.#isGone = true;
        stdout?.destroy();
        stderr?.destroy();
        resolve();
      };
      this.#process.on('exit', (code, signal) =>
        end(describeExit(setup, code, signal), isMemorySignal(signal) ? PAST_BOUND : {}),
      );
      this.#process.on('error', (error) => end(`could not be started (${error.message})`));
    });
    this.ready = this.#untilReady();
    this.#process.on('message', (message) => {
      if (isFromChild(message)) this.#receive(message);
    });
  }

  /** Whether it has done nothing yet. */
  get isFresh(): boolean {
    return this.isReusable && this.#lastId === 0;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Whether it may serve another episode: alive, idle, and no abandoned call still runs in it. */
  get isReusable(): boolean {
    return this.#ended === null && !this.#isDirty && this.#pending.size === 0;
  }

  request(request: ChildRequest, options: RequestOptions): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== null) {
        reject(options.fail(`found its process gone: it ${this.#ended}`));
        return;
      }
      this.#lastId += 1;
      const id = this.#lastId;
      const timer = this.#startClock(options.seconds);
      this.#pending.set(id, { options, call: undefined, timer, resolve, reject });
      try {
        this.#send({ id, request, forms: exactForms(request) });
      } catch (error) {
        // What cannot be sent: a function in the data, say.
        this.#take(id);
        reject(error);
      }
    });
  }

  /** Fires the signal that the plugin was given. */
  abort(reason: string): void {
    this.#send({ abort: reason });
  }

  /** Takes it out of use. Abandoned calls may finish for `seconds`, so that late envs are closed. */
  retire(seconds: number): void {
    if (this.#ended !== null) return;
    this.#isDirty = true;
    const timer = setTimeout(() => this.kill('was retired'), (seconds + GRACE_SECONDS) * 1000);
    void this.gone.then(() => clearTimeout(timer));
    if (this.#process.connected) this.#process.disconnect();
  }

  /** Ends the process and all that it started, at once; its requests fail with reason and data. */
  kill(reason: string, data: JsonObject = {}): void {
    if (this.#ended === null) {
      this.#ended = reason;
      for (const id of this.#pending.keys()) {
        const pending = this.#take(id);
        pending?.reject(pending.options.fail(reason, pending.call, data));
      }
    }
    this.#killGroup();
  }

  async #untilReady(): Promise<void> {
    const timer = setTimeout(() => this.kill('did not start'), START_SECONDS * 1000);
    try {
      const isReady = await new Promise<boolean>((resolve) => {
        this.#process.once('message', () => resolve(true));
        void this.gone.then(() => resolve(false));
      });
      if (!isReady) throw new PluginError(`a process for plugins ${this.#ended}`);
    } finally {
      clearTimeout(timer);
    }
  }

  #receive(message: FromChild): void {
    switch (message.type) {
      case 'ready':
        return;
      case 'reply': {
        this.#isDirty ||= message.dirty;
        const pending = this.#take(message.id);
        restoreExactForms(message.value, message.forms ?? []);
        if (message.error === undefined) pending?.resolve(message.value);
        else pending?.reject(decodeError(message.error));
        return;
      }
      case 'call':
        for (const pending of this.#pending.values()) {
          pending.call = { where: message.where, turn: message.turn };
          clearTimeout(pending.timer);
          pending.timer = this.#startClock(pending.options.seconds);
        }
        return;
      case 'log':
        this.#log[message.level](message.message);
        return;
      case 'crash':
        this.kill(message.reason);
    }
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    clearTimeout(pending?.timer);
    return pending;
  }

  #startClock(seconds: number): NodeJS.Timeout {
    const reason = `held the event loop for ${seconds} s`;
    return setTimeout(() => this.kill(reason, PAST_BOUND), (seconds + GRACE_SECONDS) * 1000);
  }

  #send(message: ToChild): void {
    // Of a channel that breaks, the end of the process tells.
    if (this.#process.connected) this.#process.send(message, () => {});
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

/** What a process gets that used more memory than it may. */
const isMemorySignal = (signal: NodeJS.Signals | null): boolean =>
  signal === MEMORY_SIGNAL || signal === 'SIGABRT';

function describeExit(
  { heapMb, memoryMb }: ChildSetup,
  code: number | null,
  signal: NodeJS.Signals | null,
): string {
  if (code !== null) return `exited with code ${code}`;
  if (signal === MEMORY_SIGNAL) return `used more than ${memoryMb} MB of memory`;
  if (signal === 'SIGABRT') {
    return `was aborted (SIGABRT): as a rule, it used more than ${heapMb} MB of heap`;
  }
  return `was ended by ${signal}`;
}
