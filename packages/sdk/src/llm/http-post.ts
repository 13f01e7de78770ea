import type { IncomingHttpHeaders } from 'node:http';
import type { Pool } from 'undici';

/** Larger replies are refused. */
const MAX_REPLY_BYTES = 8 << 20;

/** A reply, read whole. */
export interface HttpReply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/**
 * Keep-alive connections to one endpoint. The HTTP library is loaded with the first request; no
 * redirect is followed, so that a key goes to no other host.
 */
export class HttpPost {
  readonly #endpoint: URL;
  readonly #connections: number;
  #pool: Promise<Pool> | undefined;

  constructor(endpoint: URL, connections: number) {
    this.#endpoint = endpoint;
    this.#connections = connections;
  }

  /** @throws the reason of `signal`, else what the connection failed with. */
  async post(
    body: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<HttpReply> {
    this.#pool ??= this.#open();
    const pool = await this.#pool;
    signal.throwIfAborted();
    return orAborted(this.#send(pool, body, headers, signal), signal);
  }

  async #send(
    pool: Pool,
    body: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<HttpReply> {
    const reply = await pool.request({
      method: 'POST',
      path: this.#endpoint.pathname + this.#endpoint.search,
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal,
    });
    return { status: reply.statusCode, headers: reply.headers, text: await reply.body.text() };
  }

  async #open(): Promise<Pool> {
    const undici = await import('undici');
    // The caller's signal is the deadline, for headers and body alike.
    return new undici.Pool(this.#endpoint.origin, {
      connections: this.#connections,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: MAX_REPLY_BYTES,
    });
  }

  /** Closes every connection; what is still running fails. */
  async close(): Promise<void> {
    const pool = await this.#pool;
    await pool?.destroy();
  }
}

/** undici listens to a signal only from the moment at which a connection stands. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    stop = () => signal.removeEventListener('abort', abort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stop();
  }
}
