import { describe, expect, it } from 'vitest';
import { byteEncoder, IM_END, IM_START } from './byte-encoder.ts';
import { generate, post, start, stream } from './start.ts';

const HELLO = [263, 264, 111];
const prompt = [104, 105];

describe('a reply', () => {
  it('holds ids, log-probs and text of what the policy said, the turn end included', async () => {
    const engine = await start();
    const reply = await generate(engine, { input_ids: prompt, rid: 'a' });
    expect(reply.output_ids).toEqual([...HELLO, IM_END]);
    expect(reply.text).toBe('hello');
    expect(reply.meta_info).toMatchObject({
      id: 'a',
      finish_reason: { type: 'stop', matched: IM_END },
      prompt_tokens: 2,
      completion_tokens: 4,
      weight_version: 'default',
      input_token_logprobs: [],
    });
    const triples = reply.meta_info.output_token_logprobs ?? [];
    expect(triples.map(([, id]) => id)).toEqual(reply.output_ids);
    expect(triples.every(([value]) => value !== null && value < 0)).toBe(true);
    expect(triples.every(([value]) => value === Math.fround(value ?? 1))).toBe(true);
  });

  it('has log-probs that tell positions of one id apart', async () => {
    const engine = await start({ policy: () => ({ ids: [7, 7, 7, 7, 7, 7, 7, 7] }) });
    const { meta_info: meta } = await generate(engine, { input_ids: prompt });
    expect(new Set(meta.output_token_logprobs?.map(([value]) => value)).size).toBeGreaterThan(6);
  });

  it('has no log-probs when none were asked for', async () => {
    const engine = await start();
    const reply = await generate(engine, { input_ids: prompt, return_logprob: false });
    expect(reply.meta_info.output_token_logprobs).toBeUndefined();
  });

  it('takes text for a prompt, markers read as tokens', async () => {
    const engine = await start();
    const reply = await generate(engine, {
      text: '<|im_start|>hi',
      return_prompt_token_ids: true,
    });
    expect(reply.prompt_token_ids).toEqual([IM_START, 104, 105]);
  });

  it('shows the text of each token when asked', async () => {
    const engine = await start();
    const { meta_info: meta } = await generate(engine, {
      input_ids: prompt,
      return_text_in_logprobs: true,
    });
    expect(meta.output_token_logprobs?.map(([, , text]) => text)).toEqual([
      'he',
      'll',
      'o',
      '<|im_end|>',
    ]);
  });

  it('gives prompt log-probs from the asked position on, the first one null', async () => {
    const engine = await start();
    const whole = await generate(engine, { input_ids: [1, 2, 3], logprob_start_len: 0 });
    const part = await generate(engine, { input_ids: [1, 2, 3], logprob_start_len: 1 });
    expect(whole.meta_info.input_token_logprobs?.map(([, id]) => id)).toEqual([1, 2, 3]);
    expect(whole.meta_info.input_token_logprobs?.[0]?.[0]).toBeNull();
    expect(part.meta_info.input_token_logprobs).toEqual(
      whole.meta_info.input_token_logprobs?.slice(1),
    );
  });

  it('counts the tokens that its routing key left in the cache', async () => {
    const engine = await start();
    const key = { 'X-SMG-Routing-Key': 'episode' };
    await generate(engine, { input_ids: prompt }, key);
    const next = [...prompt, ...HELLO, IM_END, 10];
    const [second, other] = [
      await generate(engine, { input_ids: next }, key),
      await generate(engine, { input_ids: next }, { 'X-SMG-Routing-Key': 'another' }),
    ];
    const again = await generate(engine, { input_ids: next }, key);
    expect(second.meta_info.cached_tokens).toBe(6);
    expect(other.meta_info.cached_tokens).toBe(0);
    expect(again.meta_info.cached_tokens).toBe(6);
  });

  it('replays ids and log-probs that the policy gives, NaN as null', async () => {
    const engine = await start({
      policy: () => ({ ids: [7, 8, IM_END], logprobs: [-1, Number.NaN, -0.5] }),
    });
    const reply = await generate(engine, { input_ids: prompt });
    expect(reply.meta_info.output_token_logprobs).toEqual([
      [-1, 7, null],
      [null, 8, null],
      [-0.5, IM_END, null],
    ]);
  });

  it('says what the policy threw, to the log and to the caller, who need not ask again', async () => {
    const told: string[] = [];
    const log = { debug() {}, info() {}, warn() {}, error: (line: string) => told.push(line) };
    const engine = await start({
      log,
      policy: () => {
        throw new Error('no idea');
      },
    });
    const reply = await post(engine, '/generate', { input_ids: prompt });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('no idea')]);
    expect(told).toEqual(['the policy threw: Error: no idea']);
    expect(engine.stats().policyFaults).toBe(1);
  });

  it.each([false, true])('gives a policy the prompt as text (asynchronous: %s)', async (async) => {
    const engine = await start({
      encoder: byteEncoder({ asynchronous: async }),
      policy: ({ text }) => text.toUpperCase(),
    });
    expect((await generate(engine, { text: 'abc' })).text).toBe('ABC');
  });
});

describe('finishing', () => {
  it.each([
    ['max_new_tokens cuts', { max_new_tokens: 2 }, 2, { type: 'length', length: 2 }],
    [
      'a stop id that is the last allowed token reports length',
      { max_new_tokens: 4 },
      4,
      { type: 'length', length: 4 },
    ],
    ['stop_token_ids end', { stop_token_ids: [264] }, 2, { type: 'stop', matched: 264 }],
    ['a stop string ends', { stop: 'll' }, 2, { type: 'stop', matched: 'll' }],
    [
      'the earliest stop string ends',
      { stop: ['o', 'hell'] },
      2,
      { type: 'stop', matched: 'hell' },
    ],
    ['an empty stop string ends at once', { stop: '' }, 1, { type: 'stop', matched: '' }],
    [
      'ignore_eos runs on to the limit, past stop_token_ids too',
      { ignore_eos: true, stop_token_ids: [264], max_new_tokens: 9 },
      9,
      { type: 'length', length: 9 },
    ],
    [
      'min_new_tokens keeps a stop id back',
      { min_new_tokens: 6 },
      7,
      { type: 'stop', matched: IM_END },
    ],
  ])('%s', async (_name, sampling_params, count, finish) => {
    const engine = await start();
    const reply = await generate(engine, { input_ids: prompt, sampling_params });
    expect(reply.output_ids).toHaveLength(count);
    expect(reply.meta_info.finish_reason).toEqual(finish);
  });

  it('finds a stop string only within the tokens that it encodes to and one more', async () => {
    // "hell" in four single bytes: SGLang searches the last three tokens.
    const engine = await start({ policy: () => ({ ids: [104, 101, 108, 108, 33, IM_END] }) });
    const reply = await generate(engine, { input_ids: prompt, sampling_params: { stop: 'hell' } });
    expect(reply.meta_info.finish_reason).toEqual({ type: 'stop', matched: IM_END });
  });

  it('has one log-prob and no id for max_new_tokens 0', async () => {
    const engine = await start();
    const reply = await generate(engine, {
      input_ids: prompt,
      sampling_params: { max_new_tokens: 0 },
    });
    expect(reply.output_ids).toEqual([]);
    expect(reply.meta_info.output_token_logprobs).toHaveLength(1);
    expect(reply.meta_info.finish_reason).toEqual({ type: 'length', length: 0 });
  });

  it('reports an id outside the vocabulary as SGLang reports NaN', async () => {
    const engine = await start({ policy: () => ({ ids: [65, 9999, 66] }) });
    const reply = await generate(engine, { input_ids: prompt });
    expect(reply.output_ids).toEqual([65, IM_END]);
    expect(reply.meta_info.finish_reason).toEqual({ type: 'stop', matched: 'NaN happened' });
  });

  it('ends ids that end without a stop id by length, as a full cache does', async () => {
    const engine = await start({ policy: () => ({ text: 'hello', end: false }) });
    const reply = await generate(engine, { input_ids: prompt });
    expect(reply.output_ids).toEqual(HELLO);
    expect(reply.meta_info.finish_reason).toEqual({ type: 'length', length: 3 });
  });

  it('clamps to the context, two tokens short of it', async () => {
    const engine = await start({ contextLength: 20 });
    const reply = await generate(engine, {
      input_ids: prompt,
      sampling_params: { max_new_tokens: null, ignore_eos: true },
    });
    expect(reply.meta_info.finish_reason).toEqual({ type: 'length', length: 16 });
  });
});

describe('text', () => {
  it.each([
    ['no stop id by default', {}, 'hello'],
    ['a stop id that is not trimmed but skipped', { no_stop_trim: true }, 'hello'],
    [
      'a stop id that is neither trimmed nor skipped',
      { no_stop_trim: true, skip_special_tokens: false },
      'hello<|im_end|>',
    ],
    ['nothing of a stop string', { stop: 'l' }, 'he'],
    ['a stop string up to its end', { stop: 'l', no_stop_trim: true }, 'hel'],
  ])('shows %s', async (_name, sampling_params, text) => {
    const engine = await start();
    expect((await generate(engine, { input_ids: prompt, sampling_params })).text).toBe(text);
  });
});

describe('a stream', () => {
  it('grows and ends with the reply that it would have been whole', async () => {
    const engine = await start();
    const body = { input_ids: prompt, sampling_params: { stream_interval: 2 } };
    const whole = await generate(engine, body);
    const records = await stream(engine, body);
    expect(records.at(-1)).toBe('[DONE]');
    const chunks = records
      .slice(0, -1)
      .map((record): Record<string, unknown> => JSON.parse(record));
    expect(chunks.map((chunk) => chunk['output_ids'])).toEqual([
      HELLO.slice(0, 2),
      [...HELLO, IM_END],
    ]);
    expect(chunks.map((chunk) => chunk['text'])).toEqual(['hell', 'hello']);
    expect(chunks[0]?.['meta_info']).toMatchObject({ finish_reason: null });
    expect(chunks[1]?.['meta_info']).toMatchObject({
      output_token_logprobs: whole.meta_info.output_token_logprobs,
      finish_reason: whole.meta_info.finish_reason,
    });
  });

  it('holds half a character back until it is whole', async () => {
    const engine = await start({ policy: () => 'é!' });
    const records = await stream(engine, {
      input_ids: prompt,
      sampling_params: { stream_interval: 1 },
    });
    const texts = records.slice(0, -1).map((record): unknown => JSON.parse(record).text);
    expect(texts).toEqual(['', 'é', 'é!', 'é!']);
  });

  it('says in one record that a value is refused', async () => {
    const engine = await start();
    const records = await stream(engine, { input_ids: [] });
    expect(records).toEqual([
      '{"error":{"message":"input_ids cannot be empty.","type":"invalid_request_error","code":400,"retryable":false}}',
      '[DONE]',
    ]);
  });

  it('is cut where SGLang fails', async () => {
    const engine = await start();
    const body = { input_ids: prompt, sampling_params: { nonsense: 1 } };
    await expect(stream(engine, body)).rejects.toThrow('terminated');
  });
});

describe('batches', () => {
  it('answers in order, each under a rid of its own', async () => {
    const engine = await start({ policy: ({ text }) => text });
    const reply = await post(engine, '/generate', { text: ['b', 'a'], rid: 'r' });
    const items: { text: string; meta_info: { id: string } }[] = JSON.parse(reply.text);
    expect(items.map(({ text, meta_info: meta }) => [text, meta.id])).toEqual([
      ['b', 'r_0'],
      ['a', 'r_1'],
    ]);
  });

  it('draws n samples of a prompt', async () => {
    const engine = await start({ policy: (request) => String(request.random()) });
    const reply = await post(engine, '/generate', { text: 'a', sampling_params: { n: 3 } });
    const items: { text: string }[] = JSON.parse(reply.text);
    expect(new Set(items.map(({ text }) => text)).size).toBe(3);
  });

  it('fails whole when one prompt fails', async () => {
    const engine = await start();
    const reply = await post(engine, '/generate', { text: ['a', ''] });
    expect(reply.status).toBe(400);
    expect(engine.stats().sampled).toBe(0);
  });

  it('numbers the records of a streamed batch', async () => {
    const engine = await start();
    const records = await stream(engine, { text: ['a', 'b'] });
    const indices = records.slice(0, -1).map((record): unknown => JSON.parse(record).index);
    expect(new Set(indices)).toEqual(new Set([0, 1]));
  });
});
