import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { LlmClient } from '../../src/llm/index.ts';
import { type Answer, completion, sendJson, startChatServer } from './chat-server.ts';

const KEY = 'sk-"planted\\/canary-0123456789';
const { signal } = new AbortController();

afterEach(() => {
  delete process.env['TEST_LLM_KEY'];
});

/** One call, shown in every way: its result or its error, and the client after it. */
async function everythingShown(answer: Answer): Promise<{ shown: string; sent: unknown }> {
  process.env['TEST_LLM_KEY'] = KEY;
  const server = await startChatServer(answer);
  const client = new LlmClient({
    baseUrl: server.baseUrl,
    model: 'judge',
    apiKeyEnv: 'TEST_LLM_KEY',
    retries: 0,
  });
  try {
    const result: unknown = await client
      .chat([{ role: 'user', content: 'Hello' }], { signal })
      .catch((error: unknown) => error);
    const options = { depth: 20, showHidden: true, getters: true };
    const shown = [
      inspect(result, options),
      inspect(client, options),
      JSON.stringify(result),
      JSON.stringify(client),
      result instanceof Error ? `${result.message}${result.stack}` : '',
    ].join('\n');
    return { shown, sent: server.seen[0]?.headers['authorization'] };
  } finally {
    await client.close();
    await server.stop();
  }
}

describe('a key', () => {
  it.each<[string, Answer]>([
    ['an answer', (_, response) => sendJson(response, completion(`your key is ${KEY}`))],
    ['an error', (_, response) => sendJson(response, { error: { message: `bad ${KEY}` } }, 401)],
    ['a page', (_, response) => void response.writeHead(502).end(`<p>${KEY}</p>`)],
    ['an error of another form', (_, response) => sendJson(response, { oops: KEY }, 400)],
    ['an error far out', (_, response) => sendJson(response, { detail: KEY.repeat(9999) }, 400)],
    ['what is no JSON', (_, response) => void response.end(`{"choices": ${KEY}`)],
    ['what is no completion', (_, response) => sendJson(response, { detail: KEY })],
    ['a redirect', (_, response) => void response.writeHead(307, { location: `/${KEY}` }).end()],
    ['what is no HTTP', (_, response) => void response.socket?.end(`HTTP/9.9 ${KEY}\r\n\r\n`)],
    ['a torn body', (_, response) => void response.socket?.end(`HTTP/1.1 200 OK\r\n${KEY}`)],
  ])('is sent, and shown nowhere when the server repeats it in %s', async (_, answer) => {
    const { shown, sent } = await everythingShown(answer);
    expect(sent).toBe(`Bearer ${KEY}`);
    expect(shown).not.toContain('planted');
    expect(shown).not.toContain('canary');
  });

  it('goes to no other host by a redirect', async () => {
    let reached = 0;
    const other = await startChatServer((_, response) => {
      reached += 1;
      sendJson(response, completion('Hi'));
    });
    try {
      const { shown } = await everythingShown(
        (_, response) => void response.writeHead(308, { location: other.baseUrl }).end(),
      );
      expect(shown).toContain('redirects are not followed');
      expect(reached).toBe(0);
    } finally {
      await other.stop();
    }
  });

  it('is read at each call, and is named by its variable when it is missing', async () => {
    const server = await startChatServer((_, response) => sendJson(response, completion('EMPTY')));
    const client = new LlmClient({
      baseUrl: server.baseUrl,
      model: 'judge',
      apiKeyEnv: 'TEST_LLM_KEY',
    });
    const ask = () => client.chat([{ role: 'user', content: 'Hello' }], { signal });
    try {
      await expect(ask()).rejects.toMatchObject({
        code: 'SLIME_CONFIG',
        message:
          'LlmClient: the environment variable TEST_LLM_KEY (apiKeyEnv) is not set: put the key into it, or leave apiKeyEnv out for an endpoint without a key',
      });
      process.env['TEST_LLM_KEY'] = 'a\nplanted';
      await expect(ask()).rejects.toMatchObject({
        message: expect.not.stringContaining('planted') as string,
      });
      // A placeholder that local servers ask for is no secret, and a word like any other.
      process.env['TEST_LLM_KEY'] = 'EMPTY';
      expect(await ask()).toMatchObject({ text: 'EMPTY' });
      expect(server.seen).toHaveLength(1);
    } finally {
      await client.close();
      await server.stop();
    }
  });
});

describe('options that cannot be', () => {
  const good = { baseUrl: 'http://127.0.0.1:1/v1', model: 'judge' };
  it.each<[string, object]>([
    ['baseUrl', { baseUrl: 'sglang' }],
    ['baseUrl', { baseUrl: 'ftp://host' }],
    ['baseUrl', { baseUrl: 'http://planted:planted@host/v1' }],
    ['model', { model: '' }],
    ['apiKeyEnv', { apiKeyEnv: 'sk-planted' }],
    ['timeoutMs', { timeoutMs: 0 }],
    ['timeoutMs', { timeoutMs: 1e12 }],
    ['retries', { retries: -1 }],
    ['concurrency', { concurrency: 0 }],
    ['costLimit', { costLimit: 1 }],
    ['pricePerMillion.prompt', { pricePerMillion: { prompt: -1, completion: 1 } }],
  ])('are refused by the name %s: %j', (name, wrong) => {
    const make = (): LlmClient => new LlmClient({ ...good, ...wrong });
    expect(make).toThrow(name);
    expect(make).toThrow(/^(?!.*planted).*$/);
  });
});
