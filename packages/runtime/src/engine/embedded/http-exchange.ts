import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { ClientGoneError } from './request-error.ts';

/** Most bytes of a request body: pictures travel in it. */
const MAX_BODY_BYTES = 256 * 1024 * 1024;

/** A body that is larger than the server reads. */
export class BodyTooLargeError extends Error {
  constructor() {
    super(`a request body may have at most ${MAX_BODY_BYTES} bytes`);
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

  constructor(request: IncomingMessage, reply: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://engine');
    this.method = request.method ?? 'GET';
    this.path = url.pathname;
    this.query = url.searchParams;
    this.headers = request.headers;
    this.reply = reply;
    this.#request = request;
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

  /** @throws BodyTooLargeError, or ClientGoneError when the body breaks off. */
  async body(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of this.#request) {
        const bytes: Buffer = chunk;
        size += bytes.length;
        if (size > MAX_BODY_BYTES) throw new BodyTooLargeError();
        chunks.push(bytes);
      }
    } catch (error) {
      throw error instanceof BodyTooLargeError ? error : new ClientGoneError();
    }
    return Buffer.concat(chunks, size);
  }

  send(status: number, body: string, contentType: string): void {
    const bytes = Buffer.from(body);
    this.reply.writeHead(status, { 'content-type': contentType, 'content-length': bytes.length });
    this.reply.end(bytes);
  }

  sendJson(status: number, body: string): void {
    this.send(status, body, 'application/json');
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
