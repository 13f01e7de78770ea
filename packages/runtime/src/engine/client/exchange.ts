import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

/** A reply, read whole. */
export interface HttpReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * One request on the wire and its reply: undici's handler, so that a reply costs no stream.
 *
 * `cancel` ends it at any time, also while it waits for a free connection.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly reply: Promise<HttpReply>;
  #resolve: (reply: HttpReply) => void = () => {};
  #reject: (error: Error) => void = () => {};
  #controller: Dispatcher.DispatchController | undefined;
  #cancelled: Error | undefined;
  #activity: number | null = null;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #chunks: Buffer[] = [];

  constructor() {
    this.reply = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** When something last went over the wire, by `performance.now()`; null before it was sent. */
  get activity(): number | null {
    return this.#activity;
  }

  cancel(error: Error): void {
    this.#cancelled ??= error;
    this.#reject(this.#cancelled);
    this.#controller?.abort(this.#cancelled);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#cancelled === undefined) this.#activity = performance.now();
    else controller.abort(this.#cancelled);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    this.#status = status;
    this.#headers = headers;
    this.#activity = performance.now();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#activity = performance.now();
  }

  onResponseEnd(): void {
    const [first] = this.#chunks;
    const whole = this.#chunks.length === 1 && first !== undefined;
    this.#resolve({
      status: this.#status,
      headers: this.#headers,
      body: whole ? first : Buffer.concat(this.#chunks),
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}
