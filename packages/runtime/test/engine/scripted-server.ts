import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** A request as it arrived. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** Parsed body; undefined when it is no JSON. */
  json: Readonly<Record<string, unknown>> | undefined;
}

/** What the server does with one request. */
export type Reaction = (response: ServerResponse, request: Received) => void;

/** A real HTTP server that does what a test says, request by request. */
export interface ScriptedServer {
  url: string;
  /** Everything that arrived, in order. */
  received: readonly Received[];
  at(path: string): Received[];
  /** Resolves when `count` requests have arrived at a path. */
  arrived(path: string, count: number): Promise<Received[]>;
  /** Resolves when no request at a path is open: answered, or given up by the client. */
  released(path: string): Promise<void>;
  /** Reactions that tests swap while the server runs. */
  routes: Record<string, Reaction | Reaction[]>;
  close(): Promise<void>;
}

/**
 * Starts a server. A list of reactions is used up one by one, its last one for ever; a path without
 * any answers 404, as engine and router do.
 */
export async function startScripted(
  routes: Record<string, Reaction | Reaction[]>,
): Promise<ScriptedServer> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const open = new Map<string, number>();
  const at = (path: string): Received[] => received.filter((request) => request.path === path);
  /** What `check` gives, as soon as it gives something. */
  const until = <T>(check: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const look = (): void => {
        const value = check();
        if (value === undefined) return;
        waiting.delete(look);
        resolve(value);
      };
      waiting.add(look);
      look();
    });
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const chunks: Buffer[] = [];
    open.set(path, (open.get(path) ?? 0) + 1);
    response.on('close', () => {
      open.set(path, (open.get(path) ?? 1) - 1);
      for (const check of waiting) check();
    });
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const arrived: Received = {
        method: request.method ?? '',
        path,
        headers: request.headers,
        body,
        json: parse(body),
      };
      const route = routes[path];
      const nth = at(path).length;
      received.push(arrived);
      const reaction = Array.isArray(route) ? (route[nth] ?? route.at(-1)) : route;
      (reaction ?? status(404, '{"detail":"Not Found"}'))(response, arrived);
      for (const check of waiting) check();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    routes,
    at,
    arrived: (path, count) => until(() => (at(path).length < count ? undefined : at(path))),
    released: async (path) => {
      await until(() => (open.get(path) === 0 ? true : undefined));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** {@link startScripted}, closed when the test has finished. */
export async function serve(routes: ScriptedServer['routes']): Promise<ScriptedServer> {
  const server = await startScripted(routes);
  onTestFinished(() => server.close());
  return server;
}

function parse(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

export function status(code: number, body = '', headers: Record<string, string> = {}): Reaction {
  return (response) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };
}

export function json(value: unknown): Reaction {
  return status(200, JSON.stringify(value));
}

/** Never answers. */
export const hang: Reaction = () => {};

/** Closes the connection with a reset, before any byte of a reply. */
export const reset: Reaction = (response) => {
  response.socket?.resetAndDestroy();
};

/** Sends headers and a part of a body, then resets the connection. */
export const resetInBody: Reaction = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"text":"ha', () => response.socket?.resetAndDestroy());
};

/** Sends fewer bytes than announced, and closes the connection in good order. */
export const shortBody: Reaction = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"text":"half', () => response.socket?.end());
};
