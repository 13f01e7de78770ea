import { describe, expect, it } from 'vitest';
import type { AdmittedRequest, FaultKind, SampledReply } from '../../../src/index.ts';
import { generate, post, start } from './start.ts';

const BODY = { return_logprob: true, input_ids: [72, 105], sampling_params: { max_new_tokens: 8 } };

describe('the tap of an embedded engine', () => {
  it('sees a request as it arrived, the prompt that the policy is given, and what is sampled', async () => {
    const arrived: unknown[] = [];
    const admitted: AdmittedRequest[] = [];
    const sampled: SampledReply[] = [];
    let asked: readonly number[] = [];
    const engine = await start({
      policy: ({ input_ids }) => {
        asked = input_ids;
        return 'hello';
      },
      tap: {
        onArrived: ({ body, headers }) => arrived.push([headers['x-smg-routing-key'], body]),
        decide: (request) => {
          admitted.push(request);
          return null;
        },
        onSampled: (reply) => sampled.push(reply),
      },
    });
    const reply = await generate(engine, { ...BODY, rid: 'a' }, { 'x-smg-routing-key': 'key' });
    expect(arrived).toEqual([['key', JSON.stringify({ ...BODY, rid: 'a' })]]);
    expect(admitted[0]?.promptIds).toBe(asked);
    expect(sampled).toMatchObject([
      { number: 0, rid: 'a', ids: reply.output_ids, fault: null, finish: { type: 'stop' } },
    ]);
  });

  it('decides a fault, a reply of its own, or none', async () => {
    const decisions: (FaultKind | { reply: string } | null)[] = [
      'status_503',
      { reply: '{"own":1}' },
      null,
    ];
    const engine = await start({
      faults: { rate: 1, kinds: ['status_429'] },
      tap: { decide: () => decisions.shift() ?? null },
    });
    const replies = [];
    for (let count = 0; count < 3; count += 1) replies.push(await post(engine, '/generate', BODY));
    expect(replies.map(({ status }) => status)).toEqual([503, 200, 200]);
    expect(replies[1]?.json).toEqual({ own: 1 });
    expect(engine.stats()).toMatchObject({ faults: { status_503: 1 }, sampled: 1 });
  });

  it('holds a request until its decision settles, and lets one go whose client is gone', async () => {
    let release: (decision: null) => void = () => {};
    const signals: AbortSignal[] = [];
    const engine = await start({
      tap: {
        decide: ({ signal }) => {
          signals.push(signal);
          return new Promise<null>((resolve) => {
            release = resolve;
          });
        },
      },
    });
    const client = new AbortController();
    const gone = fetch(`${engine.url}/generate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(BODY),
      signal: client.signal,
    });
    await expect.poll(() => signals.length).toBe(1);
    client.abort();
    await expect(gone).rejects.toThrow('aborted');
    await expect.poll(() => signals[0]?.aborted).toBe(true);
    const held = post(engine, '/generate', BODY);
    await expect.poll(() => signals.length).toBe(2);
    release(null);
    expect((await held).status).toBe(200);
  });

  it('is told of what the engine refuses', async () => {
    const refused: { number: number; status: number; message: string }[] = [];
    const engine = await start({ tap: { onRefused: (refusal) => refused.push(refusal) } });
    await post(engine, '/generate', 'no JSON');
    await post(engine, '/generate', { input_ids: [] });
    await post(engine, '/generate', { input_ids: [1], sampling_params: { max_tokens: 3 } });
    expect(refused).toEqual([
      { number: 0, status: 400, message: expect.stringContaining('JSON') },
      { number: 1, status: 400, message: expect.stringContaining('empty') },
      { number: 2, status: 500, message: expect.stringContaining('max_tokens') },
    ]);
  });
});
