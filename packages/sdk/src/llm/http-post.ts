import type { IncomingHttpHeaders } from 'node:http';
import type { Pool } from 'undici';
import { orAborted } from '../or-aborted.ts';
import type { CheckedOptions } from './llm-options.ts';

/** Larger replies are refused. */
const MAX_REPLY_BYTES = 8 << 20;

const MAX_CONNECT_MS = 10_000;
/** The library's timer is coarse: the deadline of the request comes first. */
const CONNECT_SLACK_MS = 1000;

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
  readonly #timeoutMs: number;
  #pool: Promise<Pool> | undefined;

  constructor({ endpoint, concurrency, timeoutMs }: CheckedOptions) {
    this.#endpoint = endpoint;
    this.#connections = concurrency;
    this.#timeoutMs = timeoutMs;
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
    // undici listens to a signal only from the moment at which a connection stands.
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
      // Also ends a connection that is still being made when its request has given up.
      connect: { timeout: Math.min(this.#timeoutMs + CONNECT_SLACK_MS, MAX_CONNECT_MS) },
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
