import { Worker } from 'node:worker_threads';
import { EncoderError } from 'slime-sdk';
import { ownProgram } from '../../plugins/own-program.ts';
import type { EncodeOptions, TextOffsets } from '../tokenizer.ts';
import type { BpeTables } from './bpe-tables.ts';
import type { SplitOptions } from './text-splitter.ts';

/** Milliseconds for one text: some hundred megabytes of the slowest kind. */
const BOUND_MS = 300_000;

/** What the thread is sent. */
export interface EncodeRequest {
  readonly text: string;
  readonly options: SplitOptions;
  readonly withOffsets: boolean;
}

interface Job {
  readonly request: EncodeRequest;
  readonly signal: AbortSignal | undefined;
  resolve(encoded: TextOffsets): void;
  reject(reason: unknown): void;
}

/**
 * Encodes long texts in a thread, one after the other. The thread is there while texts are: it is
 * started for the first, and ended after the last or when the text in work is aborted.
 */
export class EncodeThread {
  readonly #tables: BpeTables;
  readonly #queue: Job[] = [];
  #isWorking = false;
  #worker: Worker | undefined;

  constructor(tables: BpeTables) {
    this.#tables = tables;
  }

  /**
   * @returns ids, and offsets when asked for
   * @throws EncoderError when the thread fails or takes longer than five minutes; the signal's
   * reason when it aborts
   */
  async encode(
    text: string,
    { specials, encodeSpecialsAsText = false, cuts = [], signal }: EncodeOptions,
    withOffsets: boolean,
  ): Promise<TextOffsets> {
    signal?.throwIfAborted();
    const request = { text, options: { specials, encodeSpecialsAsText, cuts }, withOffsets };
    const { promise, resolve, reject } = deferred();
    const job: Job = { request, signal, resolve, reject };
    const leave = () => {
      const at = this.#queue.indexOf(job);
      if (at >= 0) this.#queue.splice(at, 1);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    this.#queue.push(job);
    if (!this.#isWorking) void this.#work();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    for (let job = this.#queue.shift(); job !== undefined; job = this.#queue.shift()) {
      try {
        job.resolve(await this.#run(job));
      } catch (error) {
        job.reject(error);
        await this.#stop();
      }
    }
    await this.#stop();
    // A text may have come while the thread was ending.
    this.#isWorking = false;
    if (this.#queue.length > 0) await this.#work();
  }

  async #run({ request, signal }: Job): Promise<TextOffsets> {
    this.#worker ??= new Worker(await ownProgram('encode-worker'), {
      name: 'slime-encode',
      workerData: this.#tables,
      execArgv: [],
    });
    const worker = this.#worker;
    signal?.throwIfAborted();
    const { promise, resolve, reject } = deferred();
    const fail = (why: string, cause?: unknown) =>
      reject(
        new EncoderError(`a text of ${request.text.length} characters was not encoded: ${why}`, {
          cause,
        }),
      );
    const onError = (error: Error) => fail(`its thread failed: ${error.message}`, error);
    const onExit = () => fail('its thread ended');
    const onAbort = () => reject(signal?.reason);
    const timer = setTimeout(() => fail(`it took longer than ${BOUND_MS / 1000} s`), BOUND_MS);
    worker.once('message', resolve).once('error', onError).once('exit', onExit);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      worker.postMessage(request, []);
      return await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      worker.off('message', resolve).off('error', onError).off('exit', onExit);
    }
  }

  async #stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

function deferred() {
  let resolve: (encoded: TextOffsets) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<TextOffsets>((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  return { promise, resolve, reject };
}
