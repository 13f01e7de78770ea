import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAULT_KINDS, type FaultKind, parseFaultPlan } from '../../../src/engine/embedded/index.ts';
import { IM_END } from './byte-encoder.ts';
import { readLedger, tempFolder } from './ledger-lines.ts';
import { type Generated, generate, post, type Reply, start, stream } from './start.ts';

const prompt = [104, 105];
const body = { input_ids: prompt, return_logprob: true };
const SAID = 'hello hello hello';

/** An engine whose first request meets the fault. */
async function startWith(kind: FaultKind, ledger?: string) {
  return start({
    policy: () => SAID,
    faults: { at: [{ kind, request: 0 }], stallMs: 1 },
    ...(ledger !== undefined && { ledger }),
  });
}

function parse(reply: Reply): Generated {
  const generated: Generated = JSON.parse(reply.text);
  return generated;
}

const losesSample: FaultKind[] = [
  'status_502',
  'status_504',
  'duplicate_rid',
  'reset',
  'reset_mid',
  'truncated_body',
  'bad_json',
];
const keepsSample: FaultKind[] = [
  'stall',
  'null_logprob',
  'missing_logprobs',
  'null_finish',
  'unknown_finish',
  'limit_stop',
  'weight_version_change',
];
const samplesNothing: FaultKind[] = [
  'status_400',
  'status_408',
  'status_429',
  'status_500',
  'status_503',
];
const changesSample: FaultKind[] = ['abort', 'length', 'empty_output'];

describe('the kinds of faults', () => {
  it('are all in one of the four classes', () => {
    const all = [...losesSample, ...keepsSample, ...samplesNothing, ...changesSample];
    expect(all.toSorted()).toEqual([...FAULT_KINDS].toSorted());
  });

  it.each([...losesSample, ...samplesNothing])(
    '%s strikes once, a retry gets the sample',
    async (kind) => {
      const ledger = join(tempFolder(), 'ledger.jsonl');
      const engine = await startWith(kind, ledger);
      const first = await post(engine, '/generate', body).catch(() => null);
      expect(first?.status === 200 && first.json !== undefined).toBe(false);
      const second = await generate(engine, body);
      const entries = readLedger(ledger);
      const isLost = losesSample.includes(kind);
      expect(entries.map((entry) => entry.fault)).toEqual(isLost ? [kind, undefined] : [undefined]);
      for (const entry of entries) expect(entry.ids).toEqual(second.output_ids);
      expect(engine.stats().faults).toEqual({ [kind]: 1 });
    },
  );

  it.each([...keepsSample, ...changesSample])(
    '%s is written in the ledger as it was sent',
    async (kind) => {
      const ledger = join(tempFolder(), 'ledger.jsonl');
      const engine = await startWith(kind, ledger);
      const reply = parse(await post(engine, '/generate', body));
      const whole = await generate(engine, body);
      const [entry] = readLedger(ledger);
      expect(entry).toMatchObject({ fault: kind, prompt_ids: prompt, ids: reply.output_ids });
      if (kind !== 'missing_logprobs') {
        expect(entry?.logprobs).toEqual(
          reply.meta_info.output_token_logprobs?.map(([value]) => value),
        );
      }
      const isSame = keepsSample.includes(kind);
      expect(whole.output_ids.slice(0, reply.output_ids.length)).toEqual(reply.output_ids);
      expect(whole.output_ids.length === reply.output_ids.length).toBe(isSame);
    },
  );

  it.each([
    ['status_400', 400],
    ['status_408', 408],
    ['status_429', 429],
    ['status_500', 500],
    ['status_502', 502],
    ['status_503', 503],
    ['status_504', 504],
    ['duplicate_rid', 400],
  ] as const)('%s answers %s', async (kind, status) => {
    const engine = await startWith(kind);
    const reply = await post(engine, '/generate', { ...body, rid: 'r' });
    expect(reply.status).toBe(status);
    if (kind === 'duplicate_rid') {
      expect(reply.json).toEqual({ error: { message: 'Duplicate request ID detected: r' } });
    }
  });

  it.each([
    ['abort', { type: 'abort', message: 'Aborted', status_code: null, err_type: null }],
    ['length', { type: 'length', length: expect.any(Number) }],
    ['limit_stop', { type: 'length', length: 12 }],
    ['empty_output', { type: 'stop', matched: IM_END }],
    ['null_finish', null],
    ['unknown_finish', { type: 'content_filter' }],
  ] as const)('%s reports its finish', async (kind, finish) => {
    const engine = await startWith(kind);
    const reply = parse(await post(engine, '/generate', body));
    expect(reply.meta_info.finish_reason).toEqual(finish);
  });

  it('limit_stop keeps the stop id, as the last allowed token', async () => {
    const engine = await startWith('limit_stop');
    expect(parse(await post(engine, '/generate', body)).output_ids.at(-1)).toBe(IM_END);
  });

  it('null_logprob has one null among its log-probs', async () => {
    const engine = await startWith('null_logprob');
    const { meta_info: meta } = parse(await post(engine, '/generate', body));
    expect(meta.output_token_logprobs?.filter(([value]) => value === null)).toHaveLength(1);
  });

  it('missing_logprobs has none though they were asked for', async () => {
    const engine = await startWith('missing_logprobs');
    const { meta_info: meta } = parse(await post(engine, '/generate', body));
    expect(meta.output_token_logprobs).toBeUndefined();
  });

  it('weight_version_change names another version in this reply', async () => {
    const engine = await startWith('weight_version_change');
    const first = parse(await post(engine, '/generate', body));
    const second = await generate(engine, body);
    expect([first, second].map(({ meta_info: meta }) => meta.weight_version)).toEqual([
      'default+1',
      'default',
    ]);
  });

  it('a stall without an end lasts until the client gives up', async () => {
    const engine = await start({ faults: { at: [{ kind: 'stall', request: 0 }] } });
    const signal = AbortSignal.timeout(20);
    const options = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const stalled = fetch(`${engine.url}/generate`, {
      ...options,
      body: JSON.stringify(body),
      signal,
    });
    await expect(stalled).rejects.toThrow('timeout');
    expect((await generate(engine, body)).text).toBe('hello');
    expect(engine.stats().sampled).toBe(1);
  });

  it('reset_mid sends a part of the body', async () => {
    const engine = await startWith('reset_mid');
    const reply = await fetch(`${engine.url}/generate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(reply.status).toBe(200);
    await expect(reply.text()).rejects.toThrow('terminated');
  });

  it.each([
    ['reset', /terminated|fetch failed/],
    ['reset_mid', /terminated/],
  ] as const)('%s cuts a stream, and the ledger has what was sampled', async (kind, message) => {
    const ledger = join(tempFolder(), 'ledger.jsonl');
    const engine = await startWith(kind, ledger);
    await expect(stream(engine, body)).rejects.toThrow(message);
    const records = await stream(engine, body);
    expect(records.at(-1)).toBe('[DONE]');
    const [first, second] = readLedger(ledger);
    expect(first).toMatchObject({ fault: kind, ids: second?.ids });
  });

  it('truncated_body ends a stream without its end mark', async () => {
    const engine = await startWith('truncated_body');
    expect(await stream(engine, body)).toHaveLength(1);
  });
});

describe('a fault plan', () => {
  const plan = { seed: 3, rate: 0.5, kinds: ['status_503', 'bad_json', 'abort'] as FaultKind[] };
  const bodies = Array.from({ length: 40 }, (_, index) => ({
    input_ids: [index, 1],
    sampling_params: { sampling_seed: index % 3 },
  }));

  async function outcomes(order: number[]): Promise<string[]> {
    const engine = await start({
      faults: plan,
      policy: (request) => String(request.random()),
    });
    const found = await Promise.all(
      order.map(async (index) => {
        const tries: string[] = [];
        for (let attempt = 0; attempt < 4; attempt++) {
          const reply = await post(engine, '/generate', bodies[index]);
          const finish =
            reply.json === undefined || reply.status !== 200 ? reply.text : parse(reply).text;
          tries.push(`${reply.status} ${finish}`);
        }
        return [index, tries.join(' / ')] as const;
      }),
    );
    return found.toSorted(([a], [b]) => a - b).map(([, tries]) => tries);
  }

  it('strikes by what is asked, in any order of arrival', async () => {
    const order = bodies.map((_, index) => index);
    const forward = await outcomes(order);
    expect(await outcomes(order.toReversed())).toEqual(forward);
    expect(new Set(forward).size).toBeGreaterThan(30);
  });

  it('strikes about as often as its rate says, and lets every request through in the end', async () => {
    const engine = await start({ faults: { rate: 0.5, kinds: ['status_503'], maxPerPrompt: 3 } });
    const met: number[] = [];
    for (const one of bodies) {
      let faults = 0;
      while ((await post(engine, '/generate', one)).status !== 200) faults += 1;
      met.push(faults);
    }
    expect(Math.max(...met)).toBeLessThanOrEqual(3);
    const share = met.filter((faults) => faults > 0).length / met.length;
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.7);
  });

  it('strikes a named turn of a named sample, on its first try or on every one', async () => {
    const engine = await start({
      faults: {
        at: [
          { kind: 'status_503', index: 5, turn: 1 },
          { kind: 'status_429', index: 6, attempt: 'every' },
        ],
      },
    });
    const ask = async (index: number, input_ids: number[]) => {
      const key = { 'X-SMG-Routing-Key': `0a0b0c0d-00-${String(index).padStart(10, '0')}` };
      return (await post(engine, '/generate', { input_ids }, key)).status;
    };
    const statuses = [
      await ask(5, [1]),
      await ask(5, [1, 2]),
      await ask(5, [1, 2]),
      await ask(6, [1]),
      await ask(6, [1]),
      await ask(7, [1]),
      await ask(7, [1, 2]),
    ];
    expect(statuses).toEqual([200, 503, 200, 429, 429, 200, 200]);
  });

  it.each([
    [{ rate: 2 }, /rate/],
    [{ rate: 0.1 }, /rate needs kinds/],
    [{ kinds: ['status_418'] }, /kinds\[0\]/],
    [{ at: [{ kind: 'abort' }] }, /needs request, index or turn/],
    [{ chance: 1 }, /chance/],
  ])('that is wrong is refused by name: %j', (wrong, message) => {
    expect(() => parseFaultPlan(wrong)).toThrow(message);
  });
});
