import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IM_END } from './byte-encoder.ts';
import { get, post, start, stream } from './start.ts';

const prompt = [104, 105];

describe('a refused body', () => {
  it.each([
    ['no prompt', {}, 'Either text, input_ids or input_embeds should be provided.'],
    ['an empty prompt', { input_ids: [] }, 'input_ids cannot be empty.'],
    [
      'a value out of range',
      { input_ids: prompt, sampling_params: { top_p: 0 } },
      'top_p must be in (0, 1], got 0.',
    ],
    [
      'a prompt as long as the context',
      { input_ids: Array.from({ length: 100 }, () => 1) },
      "The input (100 tokens) is longer than the model's context length (100 tokens).",
    ],
    [
      'a prompt within six tokens of the context',
      { input_ids: Array.from({ length: 94 }, () => 1), sampling_params: { max_new_tokens: 1 } },
      'Input length (94 tokens) exceeds the maximum allowed length (94 tokens). Use a shorter input or enable --allow-auto-truncate.',
    ],
    [
      'more tokens than the context has',
      { input_ids: prompt, sampling_params: { max_new_tokens: 99 } },
      "Requested token count exceeds the model's maximum context length of 100 tokens. You requested a total of 101 tokens: 2 tokens from the input messages and 99 tokens for the completion. Please reduce the number of tokens in the input messages or the completion to fit within the limit.",
    ],
    [
      'an adapter',
      { input_ids: prompt, lora_path: 'x' },
      'LoRA adapter "x" was requested, but LoRA is not enabled.',
    ],
    [
      'a session that does not exist',
      { input_ids: prompt, session_params: { id: 's' } },
      'Invalid request: session id "s" does not exist',
    ],
    [
      'an id outside the vocabulary',
      { input_ids: [1, 266] },
      'input_ids holds 266, which is not in the vocabulary of 266.',
    ],
  ])('names %s', async (_name, body, message) => {
    const engine = await start({ contextLength: 100 });
    const sampling = { max_new_tokens: 8, ...Object(body).sampling_params };
    const reply = await post(engine, '/generate', { ...body, sampling_params: sampling });
    expect([reply.status, reply.json]).toEqual([400, { error: { message } }]);
  });

  it('has a shape of its own when its types are wrong', async () => {
    const engine = await start();
    for (const body of [{ text: 5 }, '{"text":', '[]']) {
      const reply = await post(engine, '/generate', body);
      expect([reply.status, reply.json]).toEqual([
        400,
        {
          object: 'error',
          message: expect.stringContaining('body'),
          type: 'Bad Request',
          param: null,
          code: 400,
        },
      ]);
    }
  });

  it('is answered with 500 and no JSON where SGLang raises a TypeError', async () => {
    const engine = await start();
    for (const sampling_params of [{ max_tokens: 1 }, { temperature: 'hot' }, { stop: 5 }]) {
      const reply = await post(engine, '/generate', { input_ids: prompt, sampling_params });
      expect([reply.status, reply.text]).toEqual([500, 'Internal Server Error']);
    }
    expect(engine.stats().refused).toEqual({ 500: 3 });
  });

  it('is not JSON when its content type is not', async () => {
    const engine = await start();
    const reply = await post(engine, '/generate', '{"text":"a"}', { 'content-type': 'text/plain' });
    expect(reply.status).toBe(400);
  });

  it('ends a stream with finish reason abort where the scheduler refuses', async () => {
    const engine = await start();
    const [record = '', done] = await stream(engine, { text: 'a', session_params: { id: 's' } });
    expect(JSON.parse(record).meta_info.finish_reason).toMatchObject({
      type: 'abort',
      status_code: 400,
      err_type: 'BadRequestError',
    });
    expect(done).toBe('[DONE]');
  });
});

describe('sampling parameters', () => {
  // The last values that pass, and the first that do not.
  const limits: [key: string, taken: unknown[], refused: unknown[]][] = [
    ['temperature', [0, 1e-7, 100], [-0.1]],
    ['top_p', [1e-9, 1], [0, -1, 1.001]],
    ['top_k', [-1, 1, 1e6], [0, -2]],
    ['min_p', [0, 1], [-0.001, 1.001]],
    ['frequency_penalty', [-2, 2], [-2.001, 2.001]],
    ['presence_penalty', [-2, 2], [-2.001, 2.001]],
    ['repetition_penalty', [0.001, 2], [0, 2.001]],
    ['max_new_tokens', [0, null, 128], [-1]],
    ['min_new_tokens', [0, 128], [-1, 129]],
    ['logit_bias', [{}, { '0': 1, '265': -1 }], [{ '266': 1 }, { '-1': 1 }, { a: 1 }]],
    ['stop_token_ids', [[], [1, '2'], null], [['a']]],
    ['regex', [null], ['a*']],
    ['n', [1, 2], []],
  ];

  it.each(limits)('%s has SGLang’s limits', async (key, taken, refused) => {
    const engine = await start();
    const statusOf = async (value: unknown) =>
      (await post(engine, '/generate', { text: 'a', sampling_params: { [key]: value } })).status;
    for (const value of taken) expect([value, await statusOf(value)]).toEqual([value, 200]);
    for (const value of refused) expect([value, await statusOf(value)]).toEqual([value, 400]);
  });
});

describe('a body that SGLang takes', () => {
  it('may hold keys that nobody knows, and text for numbers', async () => {
    const engine = await start();
    const body = { input_ids: prompt, nonsense: 1, stream: 'off', priority: '3' };
    expect((await post(engine, '/generate', body)).status).toBe(200);
  });

  it('may be sent by PUT', async () => {
    const engine = await start();
    const reply = await fetch(`${engine.url}/generate`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"text":"a"}',
    });
    expect(reply.status).toBe(200);
  });

  it('may hold null for what has a default, and stop ids with nulls', async () => {
    const engine = await start();
    const sampling_params = { temperature: null, top_p: null, top_k: null, stop: null };
    const body = {
      input_ids: prompt,
      sampling_params: { ...sampling_params, stop_token_ids: [null, IM_END] },
    };
    expect((await post(engine, '/generate', body)).status).toBe(200);
  });
});

describe('any JSON at all', () => {
  it('gets an answer, and the engine lives on', async () => {
    const engine = await start({ contextLength: 64 });
    const keys = fc.constantFrom(
      'text', 'input_ids', 'sampling_params', 'rid', 'stream', 'image_data', 'return_logprob',
      'logprob_start_len', 'session_params', 'routed_experts_start_len', '__proto__',
    ); // prettier-ignore
    const body = fc.dictionary(keys, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        const reply = await post(engine, '/generate', { text: 'a', ...value }).catch(() => 'cut');
        // A stream is cut where SGLang fails in it.
        expect(typeof reply === 'string' ? 200 : reply.status).toBeOneOf([200, 400, 500]);
      }),
      { numRuns: 300, seed: 7 },
    );
    expect((await get(engine, '/health')).status).toBe(200);
    const loads: unknown = (await get(engine, '/v1/loads')).json;
    expect(loads).toMatchObject({ loads: [{ num_running_reqs: 0, num_waiting_reqs: 0 }] });
  });
});
