import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { ConfigError } from 'slime-sdk';
import { BodyTooLargeError, HttpExchange } from './http-exchange.ts';
import { ClientGoneError } from './request-error.ts';

/** Answers one request. */
export type Handler = (exchange: HttpExchange) => Promise<void>;

/** What a server is made of. */
export interface HttpServerOptions {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Bearer token that all but `/health` asks for. */
  apiKey: string | undefined;
  /** By `METHOD /path`. */
  routes: ReadonlyMap<string, Handler>;
  onError(message: string): void;
}

/** A server that listens. */
export interface ListeningServer {
  port: number;
  /** Stops listening, closes every connection and waits for the handlers. */
  close(): Promise<void>;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host === 'localhost' : loopback.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

function isAllowed(exchange: HttpExchange, apiKey: string | undefined): boolean {
  if (apiKey === undefined || exchange.path === '/health') return true;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const given = exchange.header('authorization') ?? '';
  return timingSafeEqual(digest(given), digest(`Bearer ${apiKey}`));
}

async function answer(exchange: HttpExchange, options: HttpServerOptions): Promise<void> {
  if (!isAllowed(exchange, options.apiKey)) {
    exchange.sendJson(401, '{"error":"Unauthorized"}');
    return;
  }
  const handler = options.routes.get(`${exchange.method} ${exchange.path}`);
  if (handler === undefined) {
    const isKnown = [...options.routes.keys()].some((route) => route.endsWith(` ${exchange.path}`));
    exchange.sendJson(
      isKnown ? 405 : 404,
      `{"detail":"${isKnown ? 'Method Not Allowed' : 'Not Found'}"}`,
    );
    return;
  }
  try {
    await handler(exchange);
  } catch (error) {
    if (error instanceof ClientGoneError || exchange.signal.aborted) return;
    if (error instanceof BodyTooLargeError) {
      exchange.reply.setHeader('connection', 'close');
      exchange.sendJson(413, JSON.stringify({ detail: error.message }));
      return;
    }
    options.onError(`${exchange.method} ${exchange.path} failed: ${String(error)}`);
    if (exchange.reply.headersSent) exchange.destroy();
    else exchange.sendText(500, 'Internal Server Error');
  }
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/**
 * Serves routes over HTTP.
 *
 * @throws ConfigError when the port is in use, or the host is not loopback and there is no token.
 */
export async function startHttpServer(options: HttpServerOptions): Promise<ListeningServer> {
  const { host, port } = options;
  if (!isLoopback(host) && options.apiKey === undefined) {
    throw new ConfigError(
      `embedded engine: host ${host} can be reached by others; give --api-key (or listen on 127.0.0.1)`,
      { data: { host } },
    );
  }
  const running = new Set<Promise<void>>();
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, reply) => {
    // A client that leaves is seen by its exchange; without a listener its error would be fatal.
    reply.on('error', () => {});
    const answered = answer(new HttpExchange(request, reply), options).finally(() =>
      running.delete(answered),
    );
    running.add(answered);
  });
  let listening: number;
  try {
    listening = await listen(server, host, port);
  } catch (cause) {
    throw new ConfigError(
      `embedded engine: cannot listen on ${host}:${port} (${String(cause)}); take another --port, or 0 for a free one`,
      { cause, data: { host, port } },
    );
  }
  return {
    port: listening,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await Promise.all(running);
    },
  };
}
