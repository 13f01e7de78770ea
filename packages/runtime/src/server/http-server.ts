import { createServer, type Server } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { ConfigError } from 'slime-sdk';
import { ClientGoneError } from './client-gone.ts';
import { BodyTooLargeError, HttpExchange } from './http-exchange.ts';
import { serverUrl } from './server-url.ts';

/** Answers one request. */
export type Handler = (exchange: HttpExchange) => Promise<void>;

/** What a server is made of. */
export interface HttpServerOptions {
  /** What it is, for messages. */
  name: string;
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Who is answered. Undefined: all, which only loopback may have. */
  isAllowed: ((exchange: HttpExchange) => boolean) | undefined;
  /** The flag that restricts it, for messages. */
  accessFlag: string;
  /** JSON that others are answered, with status 401. */
  refusal: string;
  maxBodyBytes: number;
  /** Milliseconds in which a request must have arrived as a whole. Default 300,000. */
  receiveMs?: number;
  /** By `METHOD /path`. */
  routes: ReadonlyMap<string, Handler>;
  onError(message: string): void;
}

/** A server that listens. */
export interface ListeningServer {
  url: string;
  port: number;
  /** Stops listening, and waits until every request that is under way has its reply. */
  drain(): Promise<void>;
  /** Stops listening, closes every connection and waits for the handlers. */
  close(): Promise<void>;
}

/** How often connections are looked at for requests that arrive too slowly. */
const CHECK_MS = 5000;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host === 'localhost' : loopback.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

async function answer(exchange: HttpExchange, options: HttpServerOptions): Promise<void> {
  if (options.isAllowed?.(exchange) === false) {
    exchange.sendJson(401, options.refusal);
    return;
  }
  const handler = options.routes.get(`${exchange.method} ${exchange.path}`);
  if (handler === undefined) {
    const methods = [...options.routes.keys()]
      .map((route) => route.split(' '))
      .filter(([, path]) => path === exchange.path)
      .map(([method]) => method);
    if (methods.length === 0) exchange.sendJson(404, '{"detail":"Not Found"}');
    else {
      exchange.sendJson(405, '{"detail":"Method Not Allowed"}', { allow: methods.join(', ') });
    }
    return;
  }
  try {
    await handler(exchange);
  } catch (error) {
    if (error instanceof ClientGoneError || exchange.signal.aborted) return;
    if (error instanceof BodyTooLargeError) {
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
 * @throws ConfigError when the port is in use, or the host is not loopback and all are allowed.
 */
export async function startHttpServer(options: HttpServerOptions): Promise<ListeningServer> {
  const { name, host, port, accessFlag, receiveMs = 300_000 } = options;
  if (!isLoopback(host) && options.isAllowed === undefined) {
    throw new ConfigError(
      `${name}: host ${host} can be reached by others; give ${accessFlag} (or listen on 127.0.0.1)`,
      { data: { host } },
    );
  }
  const running = new Set<Promise<void>>();
  const open = new Set<HttpExchange>();
  const timing = {
    keepAliveTimeout: 65_000,
    requestTimeout: receiveMs,
    headersTimeout: Math.min(receiveMs, 60_000),
    connectionsCheckingInterval: Math.min(receiveMs, CHECK_MS),
  };
  const server = createServer(timing, (request, reply) => {
    // A client that leaves is seen by its exchange; without a listener its error would be fatal.
    reply.on('error', () => {});
    const exchange = new HttpExchange(request, reply, options.maxBodyBytes);
    if (!server.listening) reply.shouldKeepAlive = false;
    open.add(exchange);
    reply.once('close', () => open.delete(exchange));
    const answered = answer(exchange, options).finally(() => running.delete(answered));
    running.add(answered);
  });
  let listening: number;
  try {
    listening = await listen(server, host, port);
  } catch (cause) {
    throw new ConfigError(
      `${name}: cannot listen on ${host}:${port} (${String(cause)}); take another --port, or 0 for a free one`,
      { cause, data: { host, port } },
    );
  }
  const stop = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  return {
    url: serverUrl(host, listening),
    port: listening,
    drain: async () => {
      void stop();
      // Their connections end with them, so that no client waits for another reply on one.
      for (const { reply } of open) reply.shouldKeepAlive = false;
      while (open.size > 0) {
        await Promise.all(
          [...open].map(({ reply }) => new Promise((resolve) => reply.once('close', resolve))),
        );
      }
    },
    close: async () => {
      const closed = stop();
      server.closeAllConnections();
      await closed;
      await Promise.all(running);
    },
  };
}
