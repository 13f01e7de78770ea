import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createSglangEngine } from '../../../src/engine/sglang/sglang-engine.ts';
import {
  json,
  type Reaction,
  reset,
  resetInBody,
  shortBody,
  serve,
  startScripted,
  status,
} from '../scripted-server.ts';
import { connect, failure, generate } from './connect.ts';
import { answer } from './replies.ts';

describe('a request', () => {
  it('carries ids, parameters and one routing key, and no other prompt source', async () => {
    const server = await serve({ '/generate': answer() });
    await generate(connect(server.url));
    const [sent] = server.at('/generate');
    expect(sent?.json).toEqual({
      rid: expect.stringMatching(/^run1-[0-9a-f]{8}-[0-9a-f]{10}$/),
      input_ids: [1, 2, 3],
      sampling_params: { max_new_tokens: 8, temperature: 1 },
      return_logprob: true,
      stream: false,
    });
    expect(sent?.headers['x-smg-routing-key']).toBe('episode-4');
    expect(sent?.headers['content-length']).toBe(String(sent?.body.length));
  });

  it('takes the ids from their JSON text as it stands', async () => {
    const server = await serve({ '/generate': answer() });
    await generate(connect(server.url), {
      input_ids_json: [Buffer.from('1, '), Buffer.from('2 ,3')],
    });
    expect(server.at('/generate')[0]?.body.toString()).toContain('"input_ids":[1, 2 ,3],');
  });

  it('sends pictures, and asks for the prompt as the engine read it', async () => {
    const server = await serve({
      '/generate': answer({
        reply: { prompt_token_ids: [1, 9, 9, 3] },
        meta: { prompt_tokens: 4 },
      }),
    });
    const image_data = ['data:image/png;base64,AAAA'];
    const result = await generate(connect(server.url), { image_data });
    expect(server.at('/generate')[0]?.json).toMatchObject({
      image_data,
      return_prompt_token_ids: true,
    });
    expect(result.promptTokens).toBe(4);
    expect(result.promptIds).toEqual(Int32Array.of(1, 9, 9, 3));
  });

  it('asks for replay arrays beside the custom parameters of the run', async () => {
    const server = await serve({
      '/generate': answer({
        meta: { top_p_token_ids: [11, 5, 12, 13], top_p_token_offsets: [0, 2, 3, 4] },
      }),
    });
    const result = await generate(connect(server.url), {
      sampling_params: { top_p: 0.9, custom_params: { own: 1 } },
      return_top_p_token_ids: true,
    });
    expect(server.at('/generate')[0]?.json?.['sampling_params']).toEqual({
      top_p: 0.9,
      custom_params: { own: 1, return_top_p_token_ids: true },
    });
    expect(result.topP).toEqual({
      ids: Int32Array.of(11, 5, 12, 13),
      offsets: Int32Array.of(0, 2, 3, 4),
    });
  });

  it('is refused before it is sent when it has no ids', async () => {
    const server = await serve({ '/generate': answer() });
    const error = await failure(generate(connect(server.url), { input_ids: [] }));
    expect(error).toMatchObject({ code: 'SLIME_ENGINE', message: expect.stringMatching(/empty/) });
    expect(server.received).toEqual([]);
  });

  it('waits for a connection when as many as allowed are busy', async () => {
    const held: (() => void)[] = [];
    const server = await serve({
      '/generate': (response, sent) => held.push(() => answer()(response, sent)),
      '/ping': status(200),
    });
    const engine = connect(server.url, { concurrency: 2 });
    const calls = [generate(engine), generate(engine), generate(engine)];
    await server.arrived('/generate', 2);
    for (let round = 0; round < 5; round += 1) await fetch(`${server.url}/ping`);
    expect(server.at('/generate')).toHaveLength(2);
    for (const release of held.splice(0)) release();
    await server.arrived('/generate', 3);
    for (const release of held) release();
    await Promise.all(calls);
  });

  it('leaves nothing on the signal that it was given', async () => {
    const server = await serve({ '/generate': answer() });
    const { signal } = new AbortController();
    await generate(connect(server.url), {}, signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('a reply', () => {
  it('gives ids, log-probs and metadata as they came', async () => {
    const server = await serve({ '/generate': answer() });
    const result = await generate(connect(server.url));
    expect(result).toEqual({
      rid: server.at('/generate')[0]?.json?.['rid'],
      ids: Int32Array.of(11, 12, 13),
      logprobs: Float64Array.of(-0.5, -0.25, -0.125),
      finish: { type: 'stop', matched: 13 },
      text: 'abc',
      weightVersion: '7',
      promptTokens: 3,
      cachedTokens: 2,
      discarded: [],
    });
  });

  it('aborted by the engine is a result, with what was sampled', async () => {
    const finish_reason = { type: 'abort', message: 'Aborted', status_code: null };
    const server = await serve({ '/generate': answer({ meta: { finish_reason } }) });
    const result = await generate(connect(server.url));
    expect(result.finish).toEqual({ type: 'abort', message: 'Aborted' });
    expect(result.ids).toEqual(Int32Array.of(11, 12, 13));
  });

  it('aborted in the waiting queue has nothing but its id', async () => {
    const server = await serve({
      '/generate': (response, sent) =>
        json({
          output_ids: [],
          meta_info: {
            id: sent.json?.['rid'],
            finish_reason: { type: 'abort', message: 'Abort in waiting queue' },
          },
        })(response, sent),
    });
    const result = await generate(connect(server.url));
    expect(result).toMatchObject({
      ids: new Int32Array(0),
      weightVersion: 'unknown',
      promptTokens: 3,
      finish: { type: 'abort' },
    });
  });
});

describe('a try', () => {
  const faults: [string, Reaction, string][] = [
    ['a connection reset before the reply', reset, 'transport'],
    ['a connection reset within the body', resetInBody, 'transport'],
    ['a body shorter than announced', shortBody, 'transport'],
    ['JSON that breaks off', status(200, '{"text":"ha'), 'bad_json'],
    ['a page of HTML', status(200, '<html>busy</html>'), 'bad_json'],
    ['status 408', status(408), 'http_408'],
    ['status 429', status(429, '', { 'retry-after': '0' }), 'http_429'],
    ['status 500', status(500, 'Internal Server Error'), 'http_500'],
    ['status 503', status(503, '{"object":"error","message":"full","code":503}'), 'http_503'],
    ['an error of status 200', status(200, '{"error":{"message":"x","code":503}}'), 'error_reply'],
    [
      'an id that still runs',
      status(400, '{"error":{"message":"Duplicate request ID detected: r"}}'),
      'duplicate_rid',
    ],
    ['no log-probs', answer({ meta: { output_token_logprobs: undefined } }), 'no_logprobs'],
    ['too few log-probs', answer({ meta: { output_token_logprobs: [[-1, 11]] } }), 'no_logprobs'],
    [
      'a null log-prob',
      answer({
        meta: {
          output_token_logprobs: [
            [-1, 11],
            [null, 12],
            [-1, 13],
          ],
        },
      }),
      'null_logprobs',
    ],
    [
      'ids that differ from the log-probs',
      answer({ reply: { output_ids: [11, 12, 14] } }),
      'bad_ids',
    ],
    ['an id that is none', answer({ reply: { output_ids: [11, 12.5, 13] } }), 'bad_ids'],
    ['no finish reason', answer({ meta: { finish_reason: null } }), 'bad_finish'],
    ['an unknown finish', answer({ meta: { finish_reason: { type: 'tool' } } }), 'bad_finish'],
    [
      'an invalid sampled id',
      answer({ meta: { finish_reason: { type: 'stop', matched: 'NaN happened' } } }),
      'bad_finish',
    ],
    [
      'nothing sampled',
      answer({ reply: { output_ids: [] }, meta: { output_token_logprobs: [] } }),
      'empty_output',
    ],
    ['the reply of another request', answer({ meta: { id: 'other' } }), 'wrong_rid'],
    ['a prompt cut by the engine', answer({ meta: { prompt_tokens: 2 } }), 'prompt_mismatch'],
    ['no metadata', answer({ reply: { meta_info: undefined } }), 'bad_reply'],
  ];

  it.each(faults)('that gets %s is discarded and made again with a new id', async (...row) => {
    const [, fault, cause] = row;
    const server = await serve({ '/generate': [fault, answer()], '/abort_request': status(200) });
    const engine = connect(server.url);
    const result = await generate(engine);
    const rids = server.at('/generate').map((sent) => sent.json?.['rid']);
    expect(new Set(rids).size).toBe(2);
    expect(result.rid).toBe(rids[1]);
    expect(result.discarded).toEqual([{ rid: rids[0], cause }]);
    expect(engine.counts()).toMatchObject({ tries: 2, [`discarded_${cause}`]: 1 });
  });

  it.each([400, 401, 404, 413, 422])('that gets status %i is the last', async (code) => {
    const server = await serve({ '/generate': status(code, '{"error":{"message":"too long"}}') });
    const error = await failure(generate(connect(server.url)));
    expect(error).toMatchObject({
      code: 'SLIME_ENGINE',
      message: `engine at ${server.url}: HTTP ${code}: too long`,
      data: {
        cause: `http_${code}`,
        retryable: false,
        status: code,
        discarded: [{ rid: server.at('/generate')[0]?.json?.['rid'], cause: `http_${code}` }],
      },
    });
    expect(server.at('/generate')).toHaveLength(1);
  });

  it('that is the last one may have null log-probs: they are NaN', async () => {
    const triples = [
      [-1, 11],
      [null, 12],
      [-1, 13],
    ];
    const server = await serve({
      '/generate': answer({ meta: { output_token_logprobs: triples } }),
    });
    const engine = connect(server.url, { maxTries: 3 });
    const result = await generate(engine);
    expect(result.logprobs).toEqual(Float64Array.of(-1, Number.NaN, -1));
    expect(result.discarded.map(({ cause }) => cause)).toEqual(['null_logprobs', 'null_logprobs']);
    expect(engine.counts()['accepted_null_logprobs']).toBe(1);
  });

  it('is made as often as allowed, then the error lists them all', async () => {
    const server = await serve({ '/generate': [reset, status(503), status(502, 'bad gateway')] });
    const error = await failure(generate(connect(server.url, { maxTries: 3 })));
    const rids = server.at('/generate').map((sent) => sent.json?.['rid']);
    expect(error).toMatchObject({
      message: `engine at ${server.url}: HTTP 502: bad gateway (try 3)`,
      data: {
        cause: 'http_502',
        retryable: true,
        discarded: [
          { rid: rids[0], cause: 'transport' },
          { rid: rids[1], cause: 'http_503' },
          { rid: rids[2], cause: 'http_502' },
        ],
      },
    });
  });

  it.each([
    ['whose connection broke', resetInBody],
    ['that the router gave up', status(504)],
    ['that the router queued too long', status(408)],
  ])('%s is aborted at the engine: it may still run', async (_name, fault) => {
    const server = await serve({
      '/generate': [fault, answer()],
      '/abort_request': status(200),
    });
    const result = await generate(connect(server.url));
    const [abort] = await server.arrived('/abort_request', 1);
    expect(abort?.json).toEqual({ rid: result.discarded[0]?.rid });
  });

  it('that gives ids of another model is never used', async () => {
    const server = await serve({ '/generate': answer() });
    const engine = connect(server.url, { vocabSize: 13, maxTries: 2 });
    const error = await failure(generate(engine));
    expect(error).toMatchObject({
      code: 'SLIME_ENGINE',
      message: expect.stringContaining('output_ids[2]: 13 is outside of the vocabulary of 13 ids'),
      data: { discarded: [{ cause: 'bad_ids' }, { cause: 'bad_ids' }] },
    });
    expect((await generate(connect(server.url, { vocabSize: 14 }))).ids.at(-1)).toBe(13);
  });

  it('that is refused a connection fails with the reason', async () => {
    const server = await startScripted({});
    await server.close();
    const engine = connect(server.url, { maxTries: 2 });
    const error = await failure(generate(engine));
    await engine.close();
    expect(engine.counts()).toEqual({ requests: 1, tries: 2, discarded_transport: 2, failed: 1 });
    expect(error).toMatchObject({
      message: expect.stringMatching(/ECONNREFUSED.*\(try 2\)$/),
      data: { cause: 'transport', retryable: true },
    });
  });
});

describe('options that cannot be used are refused', () => {
  it.each([
    ['a URL without a scheme', { url: 'localhost:30000' }],
    ['a nonce with a separator', { nonce: 'a-b' }],
    ['no connection', { concurrency: 0 }],
    ['no try', { maxTries: 0 }],
    ['a deadline beyond what timers hold', { deadlineSeconds: 1e9 }],
  ])('%s', (_name, options) => {
    const make = () =>
      createSglangEngine({ url: 'http://127.0.0.1:1', concurrency: 1, nonce: 'n', ...options });
    expect(make).toThrow(expect.objectContaining({ code: 'SLIME_CONFIG' }));
  });
});
