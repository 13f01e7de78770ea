import { type GenerateRequest, type Message } from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createOpenAiEngine,
  type OpenAiEngine,
  type OpenAiEngineOptions,
} from '../../../src/engine/openai/openai-engine.ts';
import { hang, json, type Reaction, resetInBody, serve, status } from '../scripted-server.ts';
import { byteEncoder, STOP_ID } from './byte-encoder.ts';

const CHAT = '/v1/chat/completions';

function connect(url: string, options: Partial<OpenAiEngineOptions> = {}): OpenAiEngine {
  const engine = createOpenAiEngine({
    url,
    encoder: byteEncoder,
    model: 'small',
    concurrency: 4,
    nonce: 'run1',
    backoffSeconds: 0,
    ...options,
  });
  onTestFinished(() => engine.close());
  return engine;
}

function generate(engine: OpenAiEngine, changes: Partial<GenerateRequest> = {}) {
  return engine.generate(
    {
      input_ids: [1, 2, 3],
      messages: [{ role: 'user', content: 'hello' }],
      sampling_params: { max_new_tokens: 100, temperature: 0.5, top_k: 20 },
      ...changes,
    },
    { signal: new AbortController().signal, routingKey: 'key' },
  );
}

function chat(
  message: Readonly<Record<string, unknown>>,
  finish_reason: unknown = 'stop',
): Reaction {
  return json({
    choices: [{ finish_reason, message }],
    usage: { prompt_tokens_details: { cached_tokens: 9 } },
  });
}

describe('a request', () => {
  it('carries the conversation and the parameters that endpoints know', async () => {
    const server = await serve({ [CHAT]: chat({ content: 'hi' }) });
    await generate(connect(server.url, { apiKey: 'secret' }));
    const [sent] = server.at(CHAT);
    expect(sent?.json).toEqual({
      model: 'small',
      messages: [{ role: 'user', content: 'hello' }],
      max_tokens: 100,
      temperature: 0.5,
    });
    expect(sent?.headers['authorization']).toBe('Bearer secret');
  });

  it('writes calls as the wire has them, and ties each answer to its call', async () => {
    const messages: Message[] = [
      {
        role: 'assistant',
        content: '',
        tool_calls: [
          { name: 'add', arguments: { a: 1 } },
          { id: 'own', name: 'add', arguments: { a: 2 } },
        ],
      },
      { role: 'tool', content: 'one' },
      { role: 'tool', content: 'two' },
    ];
    const tools = [{ type: 'function' as const, function: { name: 'add' } }];
    const server = await serve({ [CHAT]: chat({ content: 'hi' }) });
    await generate(connect(server.url), { messages, tools });
    expect(server.at(CHAT)[0]?.json).toMatchObject({
      tools,
      messages: [
        {
          role: 'assistant',
          tool_calls: [
            { id: 'call_0_0', type: 'function', function: { name: 'add', arguments: '{"a":1}' } },
            { id: 'own', type: 'function', function: { name: 'add', arguments: '{"a":2}' } },
          ],
        },
        { role: 'tool', content: 'one', tool_call_id: 'call_0_0' },
        { role: 'tool', content: 'two', tool_call_id: 'own' },
      ],
    });
  });

  it('sends pictures in place of their parts, and fails when there are too few', async () => {
    const server = await serve({ [CHAT]: chat({ content: 'hi' }) });
    const picture = { type: 'image' as const, image: 'a.png' };
    const messages: Message[] = [
      { role: 'user', content: [picture, { type: 'text', text: 'what?' }, picture] },
    ];
    await generate(connect(server.url), { messages, image_data: ['data:1', 'data:2'] });
    expect(server.at(CHAT)[0]?.json?.['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:1' } },
          { type: 'text', text: 'what?' },
          { type: 'image_url', image_url: { url: 'data:2' } },
        ],
      },
    ]);
    const missing = generate(connect(server.url), { messages, image_data: ['data:1'] });
    await expect(missing).rejects.toMatchObject({ code: 'SLIME_ENGINE' });
  });

  it('asks for the first model, once, when none is named', async () => {
    const server = await serve({
      [CHAT]: chat({ content: 'hi' }),
      '/v1/models': [status(503), json({ data: [{ id: 'first' }, { id: 'second' }] })],
    });
    const engine = createOpenAiEngine({
      url: `${server.url}/v1/`,
      encoder: byteEncoder,
      concurrency: 1,
      nonce: 'n',
    });
    onTestFinished(() => engine.close());
    await expect(generate(engine)).rejects.toMatchObject({
      code: 'SLIME_ENGINE',
      message: expect.stringContaining('/v1/models: HTTP 503'),
    });
    await generate(engine);
    await generate(engine);
    expect(server.at('/v1/models')).toHaveLength(2);
    expect(server.at(CHAT).map((sent) => sent.json?.['model'])).toEqual(['first', 'first']);
  });

  it('goes below the path of the URL, and names no empty list of tools', async () => {
    const path = '/openai/v2/chat/completions';
    const server = await serve({ [path]: chat({ content: 'hi' }) });
    await generate(connect(`${server.url}/openai/v2/`), { tools: [] });
    expect(Object.keys(server.at(path)[0]?.json ?? {})).not.toContain('tools');
  });

  it('needs its messages', async () => {
    const server = await serve({ [CHAT]: chat({ content: 'hi' }) });
    const engine = connect(server.url);
    const call = engine.generate(
      { input_ids: [1], sampling_params: {} },
      { signal: new AbortController().signal, routingKey: 'key' },
    );
    await expect(call).rejects.toMatchObject({ data: { cause: 'bad_request' } });
    expect(server.received).toEqual([]);
  });
});

describe('a reply', () => {
  it('is the encoded text with a stop id, and log-probs that say nothing', async () => {
    const server = await serve({ [CHAT]: chat({ content: 'hi' }) });
    const result = await generate(connect(server.url));
    expect(result).toEqual({
      rid: expect.stringMatching(/^run1-/),
      ids: Int32Array.of(104, 105, STOP_ID),
      logprobs: new Float64Array(3),
      finish: { type: 'stop', matched: STOP_ID },
      text: 'hi',
      weightVersion: 'unknown',
      promptTokens: 3,
      cachedTokens: 9,
      discarded: [],
    });
  });

  it('has reasoning and calls as text that the parsers take apart again', async () => {
    const call = { id: 'x', type: 'function', function: { name: 'add', arguments: '{"a": 1}' } };
    const server = await serve({
      [CHAT]: chat(
        { content: 'so:', reasoning_content: 'because', tool_calls: [call, call] },
        'tool_calls',
      ),
    });
    const { text } = await generate(connect(server.url));
    expect(parseResponse(text, { toolCallParser: 'qwen25', reasoningParser: 'qwen3' })).toEqual({
      reasoning: expect.stringMatching(/^\s*because\s*$/),
      content: 'so:',
      calls: [
        expect.objectContaining({ name: 'add', arguments: { a: 1 } }),
        expect.objectContaining({ name: 'add', arguments: { a: 1 } }),
      ],
    });
  });

  it('with no arguments has an empty object', async () => {
    const server = await serve({
      [CHAT]: chat({ tool_calls: [{ function: { name: 'ping', arguments: '' } }] }),
    });
    const { text } = await generate(connect(server.url));
    const { calls } = parseResponse(text, { toolCallParser: 'qwen25', reasoningParser: null });
    expect(calls).toMatchObject([{ name: 'ping', arguments: {} }]);
  });

  it('with arguments that are no JSON reaches the parser as it is', async () => {
    const server = await serve({
      [CHAT]: chat({ tool_calls: [{ function: { name: 'add', arguments: '{"a": ' } }] }),
    });
    const { text } = await generate(connect(server.url));
    const { calls } = parseResponse(text, { toolCallParser: 'qwen25', reasoningParser: null });
    expect(calls).toMatchObject([{ arguments: undefined, error: expect.any(String) }]);
  });

  it('that ended by length has no stop id; one that is longer in our ids is cut', async () => {
    const server = await serve({ [CHAT]: chat({ content: 'abc' }, 'length') });
    expect(await generate(connect(server.url))).toMatchObject({
      ids: Int32Array.of(97, 98, 99),
      finish: { type: 'length', length: 3 },
    });
    const longer = await serve({ [CHAT]: chat({ content: 'abc' }) });
    const sampling_params = { max_new_tokens: 3 };
    expect(await generate(connect(longer.url), { sampling_params })).toMatchObject({
      ids: Int32Array.of(97, 98, 99),
      finish: { type: 'length', length: 3 },
    });
  });

  it('withheld by a filter is an abort', async () => {
    const server = await serve({ [CHAT]: chat({ content: null }, 'content_filter') });
    expect(await generate(connect(server.url))).toMatchObject({
      finish: { type: 'abort', message: 'content_filter' },
    });
  });

  const faults: [string, Reaction, string][] = [
    ['a broken connection', resetInBody, 'transport'],
    ['status 429', status(429, '', { 'retry-after': '0' }), 'http_429'],
    ['no JSON', status(200, 'oops'), 'bad_json'],
    ['no choice', json({ choices: [] }), 'bad_reply'],
    ['another shape', json({ choices: [{ message: 'hi' }] }), 'bad_reply'],
    ['an unknown ending', chat({ content: 'hi' }, null), 'bad_finish'],
  ];

  it.each(faults)('with %s is discarded and asked for again', async (_name, fault, cause) => {
    const server = await serve({ [CHAT]: [fault, chat({ content: 'hi' })] });
    const { discarded } = await generate(connect(server.url));
    expect(discarded.map((one) => one.cause)).toEqual([cause]);
  });

  it('that refuses the request is final, and its error does not hold the key', async () => {
    const server = await serve({ [CHAT]: status(401, '{"error":{"message":"bad key"}}') });
    vi.stubEnv('OPENAI_API_KEY', 'sk-secret');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const error: unknown = await generate(connect(server.url)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: `chat endpoint at ${server.url}: HTTP 401: bad key` });
    expect(server.at(CHAT).map((sent) => sent.headers['authorization'])).toEqual([
      'Bearer sk-secret',
    ]);
    expect(JSON.stringify(error)).not.toContain('sk-secret');
  });
});

it('its samples are not trainable', async () => {
  expect(await connect('http://127.0.0.1:1').capabilities()).toMatchObject({ trainable: false });
});

it('closing ends what runs', async () => {
  const server = await serve({ [CHAT]: hang });
  const engine = connect(server.url);
  const running = generate(engine).then(
    () => 'answered',
    (error: unknown) => error,
  );
  await server.arrived(CHAT, 1);
  await engine.close();
  expect(await running).toMatchObject({ data: { cause: 'closed' } });
});
