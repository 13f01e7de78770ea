import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { EncoderError } from 'slime-sdk';
import { ownProgram } from '../plugins/own-program.ts';
import { PictureFault } from './picture-fault.ts';
import type { PictureFacts, PictureJob } from './picture-jobs.ts';
import type { PictureAnswer } from './picture-worker.ts';
import type { Tensor } from './train-inputs.ts';

/** Milliseconds without work after which a thread ends. */
const IDLE_MS = 5_000;

/** Milliseconds that one job may take; the largest picture takes some seconds. */
const JOB_MS = 120_000;

interface Waiting {
  job: PictureJob;
  resolve(answer: PictureAnswer): void;
  reject(error: Error): void;
}

/**
 * The threads of this process that work on pictures: at most `most`, started when they are needed,
 * ended when they have had nothing to do for a while. Those without work do not keep the process.
 */
export class PictureThreads {
  readonly #most: number;
  readonly #idleMs: number;
  readonly #waiting: Waiting[] = [];
  readonly #idle: PictureThread[] = [];
  #count = 0;
  readonly #findProgram: () => Promise<string>;
  #program: Promise<string> | undefined;

  constructor(
    most: number,
    idleMs: number,
    findProgram: () => Promise<string> = () => ownProgram('picture-worker'),
  ) {
    this.#most = most;
    this.#idleMs = idleMs;
    this.#findProgram = findProgram;
  }

  /** Threads that there are. */
  get count(): number {
    return this.#count;
  }

  /**
   * Reads a picture, whose bytes are given away.
   *
   * @throws PictureFault for what is wrong with the picture, EncoderError without sharp
   */
  async read(job: Extract<PictureJob, { kind: 'read' }>): Promise<PictureFacts> {
    const answer = await this.#run(job);
    if (answer.kind === 'read') return answer.facts;
    throw errorOf(answer);
  }

  /** Merges a tensor; its memory is handed over, not copied. */
  async merge(job: Extract<PictureJob, { kind: 'merge' }>): Promise<Tensor> {
    const answer = await this.#run(job);
    if (answer.kind === 'merge') return answer.tensor;
    throw errorOf(answer);
  }

  async #run(job: PictureJob): Promise<PictureAnswer> {
    this.#program ??= this.#findProgram().catch((error: unknown) => {
      this.#program = undefined;
      throw error;
    });
    const program = await this.#program;
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      this.#next(program);
    });
  }

  /** Gives waiting jobs to threads that are idle or may be started. */
  #next(program: string): void {
    for (;;) {
      if (this.#idle.length === 0 && this.#count >= this.#most) return;
      const waiting = this.#waiting.shift();
      if (waiting === undefined) return;
      const thread = this.#idle.pop() ?? this.#start(program);
      thread.run(waiting, () => {
        this.#idle.push(thread);
        this.#next(program);
      });
    }
  }

  #start(program: string): PictureThread {
    this.#count += 1;
    return new PictureThread(program, this.#idleMs, (thread) => {
      this.#count -= 1;
      const at = this.#idle.indexOf(thread);
      if (at >= 0) this.#idle.splice(at, 1);
      this.#next(program);
    });
  }
}

/** One thread and the job that it has. */
class PictureThread {
  readonly #worker: Worker;
  readonly #idleMs: number;
  #onEnd: (() => void) | undefined;
  #current: { waiting: Waiting; done: () => void } | undefined;
  /** Of the job it has, else of its idleness. */
  #timer: NodeJS.Timeout | undefined;
  #reason = 'it ended';

  constructor(program: string, idleMs: number, onEnd: (thread: PictureThread) => void) {
    this.#idleMs = idleMs;
    this.#onEnd = () => onEnd(this);
    this.#worker = new Worker(program, { name: 'slime-pictures', execArgv: [] });
    this.#worker.on('message', (answer: PictureAnswer) => this.#finish(answer));
    this.#worker.on('messageerror', (error: Error) => this.#end(error.message));
    this.#worker.on('error', (error: Error) => {
      this.#reason = error.message;
    });
    this.#worker.on('exit', () => {
      clearTimeout(this.#timer);
      this.#current?.waiting.reject(
        new EncoderError(`the thread that works on pictures failed: ${this.#reason}`),
      );
      this.#current = undefined;
      this.#leave();
    });
  }

  run(waiting: Waiting, done: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(`it took more than ${JOB_MS} ms`), JOB_MS);
    this.#current = { waiting, done };
    this.#worker.ref();
    this.#worker.postMessage(waiting.job, ownBuffers(waiting.job));
  }

  #finish(answer: PictureAnswer): void {
    const current = this.#current;
    this.#current = undefined;
    this.#worker.unref();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end('it was idle'), this.#idleMs);
    this.#timer.unref();
    current?.waiting.resolve(answer);
    current?.done();
  }

  #end(reason: string): void {
    this.#reason = reason;
    this.#leave();
    void this.#worker.terminate();
  }

  /** Once: from here on it gets no jobs. */
  #leave(): void {
    this.#onEnd?.();
    this.#onEnd = undefined;
  }
}

/** Bytes that are alone in their memory are handed over, others copied. */
function ownBuffers(job: PictureJob): ArrayBuffer[] {
  if (job.kind !== 'read') return [];
  const { buffer, byteLength } = job.bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

/** Those of this process: however many encoders there are, so many threads. */
export const pictureThreads = new PictureThreads(
  Math.min(4, Math.max(1, availableParallelism() - 1)),
  IDLE_MS,
);

function errorOf(answer: PictureAnswer): Error {
  const reason = 'message' in answer ? answer.message : `an answer of kind ${answer.kind}`;
  if (answer.kind === 'fault') return new PictureFault(reason);
  return answer.kind === 'no-sharp'
    ? new EncoderError(`pictures need the package \`sharp\`: npm install sharp (${reason})`)
    : new EncoderError(`the thread that works on pictures failed: ${reason}`);
}
