import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const bodySchema = z.looseObject({
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
});

/** What a request said, message by message, and the key that it came with. */
export interface Asked {
  readonly messages: readonly { role: string; content: string }[];
  readonly authorization: string | undefined;
}

/** What is answered: words, null for a message without any, a status for a refusal. */
export type Said = string | null | number | Promise<string>;

/** A chat endpoint on loopback that answers as a test says. */
export interface ChatServer {
  readonly url: string;
  readonly asked: Asked[];
  stop(): Promise<void>;
}

function bodyOf(content: string | null): string {
  return JSON.stringify({
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 10 },
  });
}

/** @param answer Called with each request, counted from 0. */
export async function startChatServer(
  answer: (asked: Asked, nth: number) => Said,
): Promise<ChatServer> {
  const asked: Asked[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { messages } = bodySchema.parse(JSON.parse(await text(request)));
    const entry = { messages, authorization: request.headers.authorization };
    asked.push(entry);
    const said = await answer(entry, asked.length - 1);
    const status = typeof said === 'number' ? said : 200;
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end(typeof said === 'number' ? '{"error": {"message": "no"}}' : bodyOf(said));
  };
  const server = createServer((request, response) => {
    // Most likely the client is gone.
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
