import { ConfigError } from 'slime-sdk';
import { Pool } from 'undici';
import { Exchange } from './exchange.ts';
import { requestContent } from './request-content.ts';

/** Larger replies are refused: V8 cannot hold their text. */
const MAX_REPLY_BYTES = 500_000_000;

/** A request whose reply is read whole. */
export interface HttpRequest {
  /** Below the client's base URL, with a leading slash. */
  path: string;
  headers: Record<string, string>;
  /** In pieces, in order. */
  body: readonly Uint8Array[];
}

/**
 * Keep-alive connections to one server, at most `connections`; further requests wait for one.
 *
 * There is no timeout on headers or body: a generation sends its first byte when it is done. The
 * caller bounds a request by {@link Exchange.cancel}. One request at a time on a connection: a slow
 * one would hold up those behind it.
 */
export class HttpClient {
  readonly #pool: Pool;
  readonly #base: string;

  constructor(url: URL, connections: number) {
    this.#base = basePath(url);
    this.#pool = new Pool(url.origin, {
      connections,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: MAX_REPLY_BYTES,
    });
  }

  post(request: HttpRequest): Exchange {
    const exchange = new Exchange();
    const { body, length } = requestContent(request.body);
    const headers = { ...request.headers, 'content-length': String(length) };
    this.#pool.dispatch(
      { method: 'POST', path: this.#base + request.path, headers, body },
      exchange,
    );
    return exchange;
  }

  /** Closes every connection; what is still running fails. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

/** Path that an engine's URL puts before every route, without a trailing slash. */
export function basePath(url: URL): string {
  return url.pathname.replace(/\/+$/, '');
}

/**
 * Reads an engine's URL.
 *
 * @throws ConfigError when it is no `http:` or `https:` URL.
 */
export function readEngineUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ConfigError(`engine URL "${text}": expected http://host:port or https://host:port`);
  }
  return url;
}
