import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as the server saw it. */
export interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A real HTTP server on loopback that answers as a test says. */
export interface ChatServer {
  baseUrl: string;
  seen: Seen[];
  /** Connections that were opened. */
  connections(): number;
  stop(): Promise<void>;
}

/** Answers a request; what it throws ends the test's server loudly. */
export type Answer = (request: Seen, response: ServerResponse, nth: number) => Promise<void> | void;

/** Starts a server; `answer` is called with each request, counted from 0. */
export async function startChatServer(answer: Answer): Promise<ChatServer> {
  const seen: Seen[] = [];
  let connections = 0;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url, headers } = request;
    const nth = seen.push({ method, url, headers, body: '' }) - 1;
    const entry = seen[nth];
    if (entry === undefined) return;
    entry.body = await text(request);
    await answer(entry, response, nth);
  };
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      // Most likely the client is gone.
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    seen,
    connections: () => connections,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A chat completion with one choice. */
export function completion(content: unknown, more: object = {}): object {
  return {
    id: 'c',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    ...more,
  };
}

/** Sends JSON. */
export function sendJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
