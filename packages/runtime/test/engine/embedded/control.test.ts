import type { Policy } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import type { EmbeddedEngine } from '../../../src/engine/embedded/index.ts';
import { IM_END } from './byte-encoder.ts';
import { generate, get, post, start, stream } from './start.ts';

const prompt = [104, 105];
/** A day: nothing that a test starts ends by itself. */
const LONG = { meanMs: 86_400_000 };
const RUNNING_ABORT = { type: 'abort', message: 'Aborted', status_code: null, err_type: null };
const WAITING_ABORT = { type: 'abort', message: 'Abort in waiting queue' };

interface Load {
  running: number;
  waiting: number;
}

async function loadOf(engine: EmbeddedEngine): Promise<Load> {
  const body: { loads: { num_running_reqs: number; num_waiting_reqs: number }[] } = JSON.parse(
    (await get(engine, '/v1/loads')).text,
  );
  const [load] = body.loads;
  return { running: load?.num_running_reqs ?? -1, waiting: load?.num_waiting_reqs ?? -1 };
}

/** Asks for the load until it is as wanted. */
async function reach(engine: EmbeddedEngine, wanted: Partial<Load>): Promise<void> {
  for (;;) {
    const load = await loadOf(engine);
    if (
      load.running === (wanted.running ?? load.running) &&
      load.waiting === (wanted.waiting ?? load.waiting)
    )
      return;
  }
}

describe('/abort_request', () => {
  it('ends a running request with what it has, status 200', async () => {
    const engine = await start({ latency: LONG });
    const running = generate(engine, { input_ids: prompt, rid: 'a1' });
    await reach(engine, { running: 1 });
    expect(await post(engine, '/abort_request', { rid: 'a1' })).toMatchObject({
      status: 200,
      text: '',
    });
    const reply = await running;
    expect(reply.meta_info.finish_reason).toEqual(RUNNING_ABORT);
    expect(reply.output_ids).toEqual([263]);
    expect(reply.meta_info.output_token_logprobs).toHaveLength(1);
  });

  it('aborts every request whose id begins with a known one', async () => {
    const engine = await start({ latency: LONG });
    const all = ['a1', 'a10', 'b'].map((rid) => generate(engine, { input_ids: prompt, rid }));
    await reach(engine, { running: 3 });
    await post(engine, '/abort_request', { rid: 'a1' });
    await Promise.all(all.slice(0, 2));
    expect(await loadOf(engine)).toEqual({ running: 1, waiting: 0 });
    await post(engine, '/abort_request', { abort_all: true });
    expect((await all[2])?.meta_info.finish_reason).toEqual(RUNNING_ABORT);
  });

  it('ignores an id that nobody has, and an empty one', async () => {
    const engine = await start({ latency: LONG });
    const running = generate(engine, { input_ids: prompt, rid: 'a1' });
    await reach(engine, { running: 1 });
    for (const body of [{ rid: 'a' }, { rid: '' }, {}]) {
      expect((await post(engine, '/abort_request', body)).status).toBe(200);
    }
    expect(await loadOf(engine)).toEqual({ running: 1, waiting: 0 });
    await post(engine, '/abort_request', { abort_all: true });
    await running;
  });

  it('takes a waiting request out of the queue, empty', async () => {
    const engine = await start({ latency: LONG, maxRunningRequests: 1 });
    const first = generate(engine, { input_ids: prompt, rid: 'first' });
    await reach(engine, { running: 1 });
    const second = generate(engine, { input_ids: prompt, rid: 'second' });
    await reach(engine, { waiting: 1 });
    await post(engine, '/abort_request', { rid: 'second' });
    const reply = await second;
    expect(reply.meta_info).toMatchObject({
      finish_reason: WAITING_ABORT,
      completion_tokens: 0,
      output_token_logprobs: [],
    });
    expect(reply.output_ids).toEqual([]);
    expect(reply.meta_info.prompt_tokens).toBeUndefined();
    await post(engine, '/abort_request', { abort_all: true });
    await first;
  });

  it('ends a stream with a last record of finish reason abort', async () => {
    const engine = await start({ latency: LONG });
    const running = stream(engine, { input_ids: prompt });
    await reach(engine, { running: 1 });
    await post(engine, '/abort_request', { abort_all: true });
    const [record = '', done] = await running;
    expect(JSON.parse(record).meta_info.finish_reason).toEqual(RUNNING_ABORT);
    expect(done).toBe('[DONE]');
  });
});

describe('a running request', () => {
  it('keeps its id to itself', async () => {
    const engine = await start({ latency: LONG });
    const running = generate(engine, { input_ids: prompt, rid: 'same' });
    await reach(engine, { running: 1 });
    const second = await post(engine, '/generate', { input_ids: prompt, rid: 'same' });
    expect([second.status, second.json]).toEqual([
      400,
      { error: { message: 'Duplicate request ID detected: same' } },
    ]);
    await post(engine, '/abort_request', { rid: 'same' });
    await running;
    const third = post(engine, '/generate', { input_ids: prompt, rid: 'same' });
    await reach(engine, { running: 1 });
    await post(engine, '/abort_request', { rid: 'same' });
    expect((await third).status).toBe(200);
  });

  it('is dropped when its client leaves', async () => {
    const engine = await start({ latency: LONG });
    const leave = new AbortController();
    const left = fetch(`${engine.url}/generate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ input_ids: prompt }),
      signal: leave.signal,
    }).catch(() => 'left');
    await reach(engine, { running: 1 });
    leave.abort();
    expect(await left).toBe('left');
    await reach(engine, { running: 0 });
    expect(engine.stats()).toMatchObject({ disconnected: 1, replies: 0, sampled: 0 });
  });

  it('is dropped when its client leaves while it waits or its policy thinks', async () => {
    const never: Policy = () => new Promise(() => {});
    const engine = await start({ policy: never, maxRunningRequests: 1 });
    const leave = new AbortController();
    const ask = () =>
      fetch(`${engine.url}/generate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ input_ids: prompt }),
        signal: leave.signal,
      }).catch(() => 'left');
    const all = [ask(), ask()];
    await reach(engine, { running: 1, waiting: 1 });
    leave.abort();
    await Promise.all(all);
    await reach(engine, { running: 0, waiting: 0 });
    expect(engine.stats().disconnected).toBe(2);
  });

  it('is dropped when the engine closes', async () => {
    const engine = await start({ latency: LONG });
    const running = generate(engine, { input_ids: prompt }).catch(() => 'closed');
    await reach(engine, { running: 1 });
    await engine.close();
    expect(await running).toBe('closed');
  });
});

describe('a pause', () => {
  it('aborts what runs and holds what comes until it ends', async () => {
    const engine = await start({ latency: LONG });
    const running = generate(engine, { input_ids: prompt });
    await reach(engine, { running: 1 });
    const paused = await post(engine, '/pause_generation', {});
    expect(paused.json).toEqual({ message: 'Generation paused successfully.', status: 'ok' });
    expect((await running).meta_info.finish_reason).toEqual(RUNNING_ABORT);
    expect((await get(engine, '/health_generate')).status).toBe(503);
    expect((await get(engine, '/health')).status).toBe(200);
    const held = generate(engine, { input_ids: prompt, rid: 'held' });
    expect(await loadOf(engine)).toEqual({ running: 0, waiting: 0 });
    // Held requests are not the scheduler's yet: an abort does not reach them.
    await post(engine, '/abort_request', { abort_all: true });
    await post(engine, '/continue_generation', {});
    await reach(engine, { running: 1 });
    await post(engine, '/abort_request', { abort_all: true });
    expect((await held).meta_info.finish_reason).toEqual(RUNNING_ABORT);
  });

  it('in place lets an aborted request end only when generation goes on', async () => {
    const engine = await start({ latency: LONG });
    const running = generate(engine, { input_ids: prompt, rid: 'r' });
    await reach(engine, { running: 1 });
    await post(engine, '/pause_generation', { mode: 'in_place' });
    expect((await post(engine, '/flush_cache', {})).status).toBe(400);
    await post(engine, '/abort_request', { rid: 'r' });
    expect(await loadOf(engine)).toEqual({ running: 1, waiting: 0 });
    await post(engine, '/continue_generation', {});
    expect((await running).meta_info.finish_reason).toEqual(RUNNING_ABORT);
  });

  it('by retraction leaves an aborted request what had been flushed, which is nothing yet', async () => {
    const engine = await start({ latency: LONG });
    const running = generate(engine, { input_ids: prompt, rid: 'r' });
    await reach(engine, { running: 1 });
    await post(engine, '/pause_generation', { mode: 'retract' });
    expect((await post(engine, '/flush_cache', {})).status).toBe(200);
    await post(engine, '/abort_request', { rid: 'r' });
    const reply = await running;
    expect(reply.meta_info.finish_reason).toEqual(WAITING_ABORT);
    expect(reply.output_ids).toEqual([]);
  });

  it('freezes a request that then goes on to its end', async () => {
    let ask = () => {};
    const asked = new Promise<void>((resolve) => {
      ask = resolve;
    });
    let say: (text: string) => void = () => {};
    const said = new Promise<string>((resolve) => {
      say = resolve;
    });
    const engine = await start({
      policy: () => {
        ask();
        return said;
      },
    });
    const running = generate(engine, { input_ids: prompt });
    await asked;
    await post(engine, '/pause_generation', { mode: 'in_place' });
    say('late');
    expect(await loadOf(engine)).toEqual({ running: 1, waiting: 0 });
    await post(engine, '/continue_generation', {});
    expect((await running).text).toBe('late');
  });

  it('has three modes and no other', async () => {
    const engine = await start();
    expect((await post(engine, '/pause_generation', { mode: 'softly' })).status).toBe(400);
  });
});

describe('/flush_cache', () => {
  it('empties the cache when nothing runs', async () => {
    const engine = await start();
    const key = { 'X-SMG-Routing-Key': 'k' };
    await generate(engine, { input_ids: prompt }, key);
    expect((await get(engine, '/flush_cache')).text).toMatch(/^Cache flushed\./);
    const reply = await generate(engine, { input_ids: [...prompt, 263] }, key);
    expect(reply.meta_info.cached_tokens).toBe(0);
  });

  it('is refused while requests run, or waits for them as long as it is told', async () => {
    const engine = await start({ latency: LONG });
    const running = generate(engine, { input_ids: prompt });
    await reach(engine, { running: 1 });
    expect((await get(engine, '/flush_cache')).status).toBe(400);
    const patient = get(engine, '/flush_cache?timeout=600');
    await post(engine, '/abort_request', { abort_all: true });
    expect((await patient).status).toBe(200);
    await running;
  });
});

describe('/update_weight_version', () => {
  it('is named by what is sampled from then on, and by what was running', async () => {
    const engine = await start({ latency: LONG });
    const running = generate(engine, { input_ids: prompt });
    await reach(engine, { running: 1 });
    await post(engine, '/update_weight_version', { new_version: '7' });
    expect((await running).meta_info.weight_version).toBe('7');
    expect((await get(engine, '/model_info')).json).toMatchObject({ weight_version: '7' });
  });
});

describe('latency', () => {
  it('does not change what is said', async () => {
    const slow = await start({ latency: { tokensPerSecond: 1000 } });
    const quick = await start();
    const body = { input_ids: prompt };
    expect((await generate(slow, body)).output_ids).toEqual(
      (await generate(quick, body)).output_ids,
    );
    expect((await generate(slow, body)).output_ids.at(-1)).toBe(IM_END);
  });
});
