import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { ClientGoneError } from './client-gone.ts';

/** A body that is larger than the server reads. */
export class BodyTooLargeError extends Error {
  constructor(maxBytes: number) {
    super(`a request body may have at most ${maxBytes} bytes`);
    this.name = 'BodyTooLargeError';
  }
}

/** One HTTP request with its reply. */
export class HttpExchange {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly reply: ServerResponse;
  /** Fires when the client leaves before its reply is whole. */
  readonly signal: AbortSignal;
  readonly #request: IncomingMessage;
  readonly #maxBodyBytes: number;

  constructor(request: IncomingMessage, reply: ServerResponse, maxBodyBytes: number) {
    const url = readTarget(request.url);
    this.method = request.method ?? 'GET';
    this.path = url.pathname;
    this.query = url.searchParams;
    this.headers = request.headers;
    this.reply = reply;
    this.#request = request;
    this.#maxBodyBytes = maxBodyBytes;
    const controller = new AbortController();
    this.signal = controller.signal;
    reply.on('close', () => {
      if (!reply.writableFinished) controller.abort(new ClientGoneError());
    });
  }

  /** A header that was sent once. */
  header(name: string): string | undefined {
    const value = this.headers[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** What `content-length` announces; undefined where it does not. */
  get announcedBytes(): number | undefined {
    const length = this.header('content-length');
    return length === undefined ? undefined : Number(length);
  }

  /**
   * The whole body. What comes after an error is thrown away as it arrives, so that the client can
   * read its reply.
   *
   * @throws BodyTooLargeError, ClientGoneError when the body breaks off, the signal's reason.
   */
  body(signal: AbortSignal = this.signal): Promise<Buffer> {
    const request = this.#request;
    const chunks: Buffer[] = [];
    let size = 0;
    return new Promise<Buffer>((resolve, reject) => {
      const end = (error: unknown): void => {
        chunks.length = 0;
        request.off('data', onData);
        request.resume();
        reject(error);
      };
      const onAbort = (): void => end(signal.reason);
      const onData = (chunk: Buffer): void => {
        size += chunk.length;
        if (size > this.#maxBodyBytes) end(new BodyTooLargeError(this.#maxBodyBytes));
        else chunks.push(chunk);
      };
      if (signal.aborted) return end(signal.reason);
      if ((this.announcedBytes ?? 0) > this.#maxBodyBytes) {
        return end(new BodyTooLargeError(this.#maxBodyBytes));
      }
      signal.addEventListener('abort', onAbort, { once: true });
      request.on('data', onData);
      // Stays: of a request that breaks off later, an error without a listener would be fatal.
      request.on('error', () => end(new ClientGoneError()));
      request.once('close', () => {
        signal.removeEventListener('abort', onAbort);
        if (!request.complete) end(new ClientGoneError());
      });
      request.once('end', () => resolve(Buffer.concat(chunks, size)));
    });
  }

  send(
    status: number,
    body: string,
    contentType: string,
    headers: Readonly<Record<string, string>> = {},
  ): void {
    const bytes = Buffer.from(body);
    this.reply.writeHead(status, {
      'content-type': contentType,
      'content-length': bytes.length,
      ...headers,
    });
    this.reply.end(bytes);
  }

  sendJson(status: number, body: string, headers?: Readonly<Record<string, string>>): void {
    this.send(status, body, 'application/json', headers);
  }

  sendText(status: number, body: string): void {
    this.send(status, body, 'text/plain; charset=utf-8');
  }

  /** Announces a whole body, sends its first characters and closes the connection. */
  sendPart(body: string, characters: number): void {
    this.reply.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    this.reply.write(body.slice(0, characters), () => this.destroy());
  }

  /** Closes the connection, whatever was sent. */
  destroy(): void {
    this.reply.destroy();
  }
}

/** A target that is no path, such as `//` or `http://[`, is a path that no route has. */
function readTarget(target = '/'): URL {
  const base = 'http://server';
  return URL.canParse(target, base) ? new URL(target, base) : new URL('/%00', base);
}
