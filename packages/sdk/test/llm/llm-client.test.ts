import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { LlmClient, LlmError, type LlmOptions } from '../../src/llm/index.ts';
import {
  type Answer,
  type ChatServer,
  completion,
  sendJson,
  startChatServer,
} from './chat-server.ts';

const HELLO = [{ role: 'user', content: 'Hello' }] as const;

let open: { stop(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.map((each) => each.stop()));
  open = [];
});

/** A client against a server that answers so; both end with the test. */
async function start(
  answer: Answer,
  options: Partial<LlmOptions> = {},
): Promise<{ client: LlmClient; server: ChatServer }> {
  const server = await startChatServer(answer);
  const client = new LlmClient({ baseUrl: server.baseUrl, model: 'judge', ...options });
  open.push(server, { stop: () => client.close() });
  return { client, server };
}

const ask = (client: LlmClient, signal = new AbortController().signal) =>
  client.chat(HELLO, { signal });

/** What a call failed with. */
async function failure(call: Promise<unknown>): Promise<LlmError> {
  const error: unknown = await call.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof LlmError)) throw error;
  return error;
}

describe('a call', () => {
  it('is a chat completion on the wire, with what was asked for and no more', async () => {
    const { client, server } = await start((_, response) => sendJson(response, completion('Hi')));
    const reply = await client.chat([...HELLO, { role: 'assistant', content: 'half \ud800' }], {
      temperature: 0,
      maxTokens: 7,
      seed: 3,
      stop: ['\n'],
      jsonSchema: { type: 'object' },
      signal: new AbortController().signal,
    });
    expect(reply).toEqual({
      text: 'Hi',
      finish: 'stop',
      promptTokens: 10,
      completionTokens: 5,
      cost: null,
      attempts: 1,
    });
    await ask(client);
    const [full, bare] = server.seen;
    expect(full).toMatchObject({ method: 'POST', url: '/v1/chat/completions' });
    expect(full?.headers['authorization']).toBeUndefined();
    expect(JSON.parse(full?.body ?? '')).toEqual({
      model: 'judge',
      messages: [...HELLO, { role: 'assistant', content: 'half \ufffd' }],
      stream: false,
      temperature: 0,
      max_tokens: 7,
      seed: 3,
      stop: ['\n'],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'reply', schema: { type: 'object' }, strict: true },
      },
    });
    expect(JSON.parse(bare?.body ?? '')).toEqual({
      model: 'judge',
      messages: HELLO,
      stream: false,
    });
  });

  it('goes over a connection that is kept', async () => {
    const { client, server } = await start((_, response) => sendJson(response, completion('Hi')));
    for (let n = 0; n < 5; n += 1) await ask(client);
    // The first may not be free in the same tick.
    expect(server.connections()).toBeLessThan(3);
  });

  it.each<[string, unknown, string]>([
    ['null', null, ''],
    ['empty', '', ''],
    [
      'parts',
      [{ type: 'text', text: 'a' }, { type: 'refusal' }, { type: 'text', text: 'b' }],
      'ab',
    ],
  ])('may have content that is %s', async (_, content, text) => {
    const { client } = await start((__, response) => sendJson(response, completion(content)));
    expect(await ask(client)).toMatchObject({ text });
  });

  it.each([undefined, null, {}, { prompt_tokens: -1, completion_tokens: 1 }])(
    'may come with usage %j, which counts nothing',
    async (usage) => {
      const { client } = await start(
        (_, response) => sendJson(response, completion('Hi', { usage })),
        { pricePerMillion: { prompt: 1, completion: 1 } },
      );
      expect(await ask(client)).toMatchObject({ promptTokens: 0, completionTokens: 0, cost: null });
      // Charged by estimate: a limit holds against a server that does not count.
      expect(client.usage().cost).toBeGreaterThan(0);
    },
  );
});

describe('retries', () => {
  it.each([408, 429, 500, 503])('pass over a status %i', async (status) => {
    const { client } = await start((_, response, nth) =>
      nth === 0
        ? sendJson(response, {}, status, { 'retry-after': '0' })
        : sendJson(response, completion('Hi')),
    );
    expect(await ask(client)).toMatchObject({ text: 'Hi', attempts: 2 });
    expect(client.usage()).toMatchObject({ requests: 1, retries: 1 });
  });

  it('pass over a connection that breaks', async () => {
    const { client } = await start((_, response, nth) => {
      if (nth === 0) response.destroy();
      else if (nth === 1) {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"half');
        setImmediate(() => response.destroy());
      } else sendJson(response, completion('Hi'));
    });
    expect(await ask(client)).toMatchObject({ text: 'Hi', attempts: 3 });
  });

  it('are told of one by one, before they are sent', async () => {
    const { client, server } = await start((_, response) =>
      sendJson(response, {}, 503, { 'retry-after': '0' }),
    );
    const sent: number[] = [];
    const onTry = (): void => {
      sent.push(server.seen.length);
    };
    const asking = client.chat(HELLO, { onTry, signal: new AbortController().signal });
    expect(await failure(asking)).toMatchObject({ data: { attempts: 4 } });
    expect(sent).toEqual([0, 1, 2, 3]);
  });

  it('end after as many as were asked for', async () => {
    const { client, server } = await start(
      (_, response) =>
        sendJson(response, { error: { message: 'no\nroom' } }, 503, { 'retry-after': '0' }),
      { retries: 2 },
    );
    const error = await failure(ask(client));
    expect(error).toMatchObject({
      code: 'SLIME_LLM',
      kind: 'status',
      message: `${server.baseUrl}/chat/completions, model judge: HTTP 503: no room (try 3)`,
      data: { kind: 'status', status: 503, attempts: 3 },
    });
    expect(server.seen).toHaveLength(3);
  });

  it.each([400, 401, 403, 404, 422])('do not follow a status %i', async (status) => {
    const { client, server } = await start((_, response) =>
      sendJson(response, { detail: 'wrong' }, status),
    );
    expect(await failure(ask(client))).toMatchObject({ kind: 'status', data: { status } });
    expect(server.seen).toHaveLength(1);
  });

  it('do not follow a reply that is whole and wrong', async () => {
    for (const body of [
      '<html>',
      '{}',
      '[]',
      '{"choices":[]}',
      '{"choices":[{"message":{}}',
      '1',
    ]) {
      const { client, server } = await start((_, response) => void response.end(body));
      expect(await failure(ask(client))).toMatchObject({ kind: 'reply' });
      expect(server.seen).toHaveLength(1);
    }
  });

  it('say what the server said in place of a completion', async () => {
    const { client } = await start((_, response) =>
      sendJson(response, { error: { message: 'out of credit' } }),
    );
    expect((await failure(ask(client))).message).toContain('the server says: out of credit');
  });

  it('name a server that is not there', async () => {
    const { client, server } = await start(() => {}, { retries: 0 });
    await server.stop();
    expect(await failure(ask(client))).toMatchObject({
      kind: 'transport',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

describe('bounds', () => {
  it('end a try at its deadline', async () => {
    const { client, server } = await start(() => {}, { timeoutMs: 50, retries: 1 });
    expect(await failure(ask(client))).toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('no reply within 50 ms (timeoutMs) (try 2)'),
    });
    expect(server.seen).toHaveLength(2);
  });

  it('end a reply that never ends', async () => {
    const { client } = await start(
      (_, response) => {
        response.writeHead(200);
        response.write('{');
      },
      { timeoutMs: 50, retries: 0 },
    );
    expect(await failure(ask(client))).toMatchObject({ kind: 'timeout' });
  });

  it('end a connection that does not come about', async () => {
    // TLS with who never answers: no request is sent, so that only the deadline can end it.
    const sockets: Socket[] = [];
    const server = createServer((socket) => void sockets.push(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const client = new LlmClient({
      baseUrl: `https://127.0.0.1:${port}`,
      model: 'judge',
      timeoutMs: 50,
      retries: 0,
    });
    open.push({ stop: () => client.close() });
    try {
      expect(await failure(ask(client))).toMatchObject({ kind: 'timeout' });
    } finally {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  });

  it('refuse a reply that is too large', async () => {
    const { client, server } = await start((_, response) =>
      sendJson(response, completion('x'.repeat(9 << 20))),
    );
    expect(await failure(ask(client))).toMatchObject({
      kind: 'reply',
      message: expect.stringContaining('larger than 8 MB'),
    });
    expect(server.seen).toHaveLength(1);
  });

  it('let the caller abort a request, a pause and a wait for a place', async () => {
    const reason = new Error('enough');
    const aborter = new AbortController();
    const { client } = await start(
      (_, response, nth) => {
        if (nth === 0) sendJson(response, {}, 429, { 'retry-after': '3600' });
        else aborter.abort(reason);
      },
      { concurrency: 2 },
    );
    const calls = [1, 2, 3].map(() => ask(client, aborter.signal));
    expect(await Promise.allSettled(calls)).toEqual(
      calls.map(() => ({ status: 'rejected', reason })),
    );
    await expect(ask(client, aborter.signal)).rejects.toBe(reason);
  });

  it('keep to their number of calls at once, first come first served', async () => {
    const held: (() => void)[] = [];
    const order: string[] = [];
    let most = 0;
    const { client } = await start(
      ({ body }, response) => {
        order.push(/nth \d+/.exec(body)?.[0] ?? '');
        held.push(() => sendJson(response, completion('Hi')));
        most = Math.max(most, held.length);
        // Answers when as many wait as may: one at a time, so that order shows.
        if (held.length === 2 || order.length === 6) held.shift()?.();
        if (order.length === 6) held.shift()?.();
      },
      { concurrency: 2 },
    );
    const { signal } = new AbortController();
    const calls = [0, 1, 2, 3, 4, 5].map((nth) =>
      client.chat([{ role: 'user', content: `nth ${nth}` }], { signal }),
    );
    await Promise.all(calls);
    expect(most).toBe(2);
    expect(order.slice(2)).toEqual(['nth 2', 'nth 3', 'nth 4', 'nth 5']);
  });

  it('end with the client, and nothing runs after', async () => {
    let arrived = (): void => {};
    const waiting = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const { client, server } = await start(() => arrived());
    const call = failure(ask(client));
    await waiting;
    await client.close();
    await client.close();
    expect(await call).toMatchObject({ kind: 'transport', message: 'the client is closed' });
    expect(await failure(ask(client))).toMatchObject({ message: 'the client is closed' });
    expect(server.seen).toHaveLength(1);
  });
});

describe('costs', () => {
  const pricePerMillion = { prompt: 100_000, completion: 200_000 };

  it('are counted by the prices', async () => {
    const { client } = await start((_, response) => sendJson(response, completion('Hi')), {
      pricePerMillion,
    });
    expect(await ask(client)).toMatchObject({ cost: 2 });
    await ask(client);
    expect(client.usage()).toEqual({
      requests: 2,
      retries: 0,
      promptTokens: 20,
      completionTokens: 10,
      cost: 4,
    });
  });

  it('stop calls at the limit before they are sent', async () => {
    const { client, server } = await start((_, response) => sendJson(response, completion('Hi')), {
      pricePerMillion: { prompt: 0, completion: 200_000 },
      costLimit: 2,
    });
    await ask(client);
    await ask(client);
    expect(await failure(ask(client))).toMatchObject({
      kind: 'cost_limit',
      data: { limit: 2, spent: 2 },
    });
    expect(server.seen).toHaveLength(2);
    expect(client.usage()).toMatchObject({ requests: 2, cost: 2 });
  });

  it('count what runs against the limit', async () => {
    const { client, server } = await start((_, response) => sendJson(response, completion('Hi')), {
      pricePerMillion: { prompt: 0, completion: 200_000 },
      costLimit: 2.5,
    });
    const { signal } = new AbortController();
    const calls = [1, 2, 3, 4].map(() => client.chat(HELLO, { maxTokens: 5, signal }));
    const states = (await Promise.allSettled(calls)).map(({ status }) => status);
    expect(states).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(server.seen).toHaveLength(2);
  });
});
