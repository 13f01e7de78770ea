import { once } from 'node:events';
import { connect } from 'node:net';
import { createRolloutArgs, DataError, GraderError } from 'slime-sdk';
import { describe, expect, it, vi } from 'vitest';
import { startRewardServer } from '../../src/reward-server/reward-server.ts';
import { each, held, sendRaw, serve } from './serve.ts';

const body = (label: unknown = null): object => ({ prompt: 'p', response: 'r', label });

const lengths = each(({ response }) => response.length);

/** The value of a metric without labels, or with them as written. */
function metric(page: string, name: string): number {
  const line = page.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}

describe('startRewardServer', () => {
  it('answers slime’s request with the reward', async () => {
    const seen: unknown[] = [];
    const { post } = await serve(({ samples, views }) => {
      seen.push(samples[0], views[0]);
      return Promise.resolve([0.25]);
    });
    const prompt = [{ role: 'user', content: 'q' }];
    const { status, body: reward, reply } = await post({ prompt, response: 'a\nb', label: [1] });
    expect([status, reward]).toEqual([200, 0.25]);
    expect(reply.headers.get('content-type')).toBe('application/json');
    expect(seen).toMatchObject([
      { prompt, response: 'a\nb', label: [1], metadata: {}, status: 'completed' },
      { policyText: 'a\nb', finalText: 'a\nb', turns: [{ content: 'a\nb', truncated: false }] },
    ]);
  });

  it('gives the same request the same seed, and another another', async () => {
    const { post } = await serve(({ views }) => Promise.resolve([views[0]?.seed ?? -1]));
    const rewards = [];
    for (const label of [1, 2, 1]) rewards.push((await post(body(label))).body);
    expect(rewards[0]).toBe(rewards[2]);
    expect(rewards[0]).not.toBe(rewards[1]);
  });

  it('answers objects under --reward-key alone, as slime takes them', async () => {
    const object = each(() => ({ score: 1, acc: 0 }));
    const keyed = await serve(object, {}, { reward_key: 'score' });
    expect(await keyed.post(body())).toMatchObject({ status: 200, body: { score: 1, acc: 0 } });
    for (const [score, args, message] of [
      [object, {}, /an object of score, acc: name one of them with --reward-key/],
      [object, { reward_key: 'pass' }, /without --reward-key pass/],
      [lengths, { reward_key: 'score' }, /the number 1, --reward-key score needs an object/],
    ] as const) {
      const { post } = await serve(score, {}, args);
      expect(await post(body())).toMatchObject({
        status: 500,
        body: { error: { type: 'reward_failed', message: expect.stringMatching(message) } },
      });
    }
  });

  it.each([
    ['{', /not JSON/],
    ['', /not JSON/],
    ['{"response":"r","label":NaN}', /not JSON/],
    ['[]', /not a list/],
    ['null', /not null/],
    ['"x"', /not a string/],
    ['{}', /response: must be a string, not missing/],
    ['{"response":null}', /response: must be a string, not null/],
    ['{"response":["r"]}', /response: must be a string, not a list/],
    ['{"response":"r","prompt":7}', /prompt: must be a string or a list of messages/],
    ['{"response":"r","prompt":[]}', /prompt: no messages/],
    ['{"response":"r","prompt":[{"role":"boss","content":"x"}]}', /^prompt\[0\]\.role: "boss"/],
    [`{"response":"r","label":${'['.repeat(500)}${']'.repeat(500)}}`, /nested more than 200 deep/],
    [`{"response":"r","label":${'['.repeat(99_999)}${']'.repeat(99_999)}}`, /nested/],
    ['{"response":"r","label":[1e999]}', /not finite/],
    [`{"response":"r","label":[${'1.0,'.repeat(100_000)}1]}`, /more than 50000 values/],
    ['['.repeat(500_000), /not JSON/],
    [`${'{"a":'.repeat(99_999)}1${'}'.repeat(99_999)}`, /response: must be a string/],
    [Uint8Array.from([0x22, 0xff, 0x22]), /not UTF-8/],
  ])('refuses the body %.30s', async (sent, message) => {
    const { post, stats, told } = await serve(lengths);
    const { status, body: answer } = await post(sent);
    expect(status).toBe(400);
    expect(answer).toEqual({
      error: { type: 'bad_request', message: expect.stringMatching(message) },
    });
    expect(stats()).toEqual({ requests: 1, rewards: 0, failures: { bad_request: 1 } });
    expect(told).toEqual([]);
    expect((await post(body())).status).toBe(200);
  });

  it('takes labels and prompts of any JSON, keys that look like trouble included', async () => {
    const { post } = await serve(each(({ label }) => (JSON.stringify(label) ?? '').length));
    for (const label of ['', 0, false, null, [], { __proto__: null, constructor: { a: 1 } }]) {
      expect(await post(body(label))).toMatchObject({ body: JSON.stringify(label).length });
    }
    const raw = '{"response":"r","label":{"__proto__":{"x":1}},"metadata":{"a":1},"extra":2}';
    expect(await post(raw)).toMatchObject({ status: 200, body: '{"__proto__":{"x":1}}'.length });
    expect(await post('{"response":"\\ud83d"}')).toMatchObject({ status: 200 });
  });

  it('refuses bodies that are too large, announced or not, and goes on', async () => {
    const { post, port } = await serve(lengths, { maxBodyBytes: 1000 });
    const big = JSON.stringify({ response: 'x'.repeat(5_000_000) });
    const { status, body: answer } = await post(big);
    expect([status, answer]).toEqual([
      413,
      { error: { type: 'too_large', message: 'a request body may have at most 1000 bytes' } },
    ]);
    const head =
      'POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n';
    const chunk = `800\r\n${'x'.repeat(0x800)}\r\n`;
    expect(await sendRaw(port, head, chunk, chunk, '0\r\n\r\n')).toMatch(/^HTTP\/1\.1 413 /);
    expect((await post({ response: 'x' })).status).toBe(200);
  });

  it('refuses other paths and methods, packed bodies, and what is no HTTP', async () => {
    const { url, post, port } = await serve(lengths);
    const ask = async (method: string, path: string) => {
      const reply = await fetch(url + path, { method, body: method === 'POST' ? '{}' : null });
      return [reply.status, reply.headers.get('allow')];
    };
    expect(await ask('GET', '/')).toEqual([405, 'POST']);
    expect(await ask('POST', '/healthz')).toEqual([405, 'GET']);
    expect(await ask('POST', '/grade')).toEqual([404, null]);
    expect(await ask('GET', '/../../etc/passwd')).toEqual([404, null]);
    const packed = await post('x', { headers: { 'content-encoding': 'gzip' } });
    expect(packed).toMatchObject({ status: 400, body: { error: { type: 'bad_request' } } });
    expect(await sendRaw(port, 'no http\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(
      await sendRaw(port, 'GET http://[ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'),
    ).toMatch(/^HTTP\/1\.1 404 /);
    expect((await post(body())).status).toBe(200);
  });

  it('lets go of requests that arrive too slowly', async () => {
    const { port, post } = await serve(lengths, { receiveMs: 100 });
    const slow = await Promise.all([
      sendRaw(port, 'POST / HTTP/1.1\r\nhost: x\r\n'),
      sendRaw(port, 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"resp'),
    ]);
    for (const answer of slow) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect((await post(body())).status).toBe(200);
  });

  it('answers a failure of the reward with 500 and its words, never with a reward', async () => {
    const { post, told, stats } = await serve(({ samples }) => {
      const label = samples[0]?.label;
      if (label === 'ours') throw new TypeError('at /home/me');
      const cause = label === 'data' ? new DataError('the label is empty') : undefined;
      throw new GraderError(`reward "./rm.ts": \u001b[31m${'long '.repeat(2000)}`, { cause });
    });
    const thrown = await post(body());
    expect(thrown).toMatchObject({ status: 500, body: { error: { type: 'reward_failed' } } });
    expect(JSON.stringify(thrown.body).length).toBeLessThan(2200);
    expect(await post(body('data'))).toMatchObject({
      status: 422,
      body: { error: { type: 'label_unreadable' } },
    });
    expect(await post(body('ours'))).toMatchObject({
      status: 500,
      body: { error: { type: 'internal', message: expect.not.stringContaining('/home') } },
    });
    expect(told[0]).toMatch(/^reward_failed: reward "\.\/rm\.ts": \\e\[31mlong/);
    expect(told[0]?.length).toBeLessThan(600);
    expect(stats().failures).toEqual({ reward_failed: 1, label_unreadable: 1, internal: 1 });
  });

  it('tells only the first of many failures', async () => {
    const { post, told } = await serve(() => Promise.reject(new GraderError('no')));
    await Promise.all(Array.from({ length: 150 }, () => post(body())));
    expect(told).toHaveLength(101);
    expect(told.at(-1)).toContain('/metrics');
  });

  it('answers 500 requests at once, each with its own reward', async () => {
    const { post, stats } = await serve(async ({ samples }) => {
      for (let turn = 0; turn < Number(samples[0]?.label) % 7; turn += 1) await Promise.resolve();
      return samples.map(({ label }) => Number(label));
    });
    const answers = await Promise.all(
      Array.from({ length: 500 }, async (_, label) => (await post(body(label))).body),
    );
    expect(answers).toEqual(Array.from({ length: 500 }, (_, label) => label));
    expect(stats()).toEqual({ requests: 500, rewards: 500, failures: {} });
  });

  it('refuses with 429 and Retry-After what would wait behind a full queue', async () => {
    const { score, calls, release } = held();
    const { post, stats } = await serve(score, { concurrency: 2, maxQueue: 3 });
    const all = Array.from({ length: 9 }, () => post(body()));
    await vi.waitFor(() => expect(stats().failures.queue_full).toBe(4));
    expect(calls).toHaveLength(2);
    const draining = vi.waitFor(() => {
      release();
      expect(stats().rewards).toBe(5);
    });
    const answers = await Promise.all(all);
    await draining;
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    expect(refused[0]?.reply.headers.get('retry-after')).toBe('1');
    expect(refused[0]?.body).toEqual({
      error: { type: 'queue_full', message: 'too many requests wait' },
    });
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  });

  it('holds no more bodies than sixteen of the largest', async () => {
    const { score, release } = held();
    const { post, stats } = await serve(score, { maxBodyBytes: 1000, maxQueue: 100 });
    const all = Array.from({ length: 20 }, () => post({ response: 'x'.repeat(970) }));
    await vi.waitFor(() => expect(stats().failures.queue_full).toBe(4));
    await vi.waitFor(() => {
      release();
      expect(stats().rewards).toBe(16);
    });
    await Promise.all(all);
  });

  it('answers 504 at the deadline, whether a request waits or is graded, and serves the next', async () => {
    const { score, calls, release } = held();
    const { post, stats } = await serve(score, { concurrency: 1, requestSeconds: 0.2 });
    const [graded, waited] = await Promise.all([post(body()), post(body())]);
    for (const { status, body: answer } of [graded, waited]) {
      expect([status, answer]).toEqual([
        504,
        { error: { type: 'deadline', message: 'no reward within 0.2 s' } },
      ]);
    }
    expect(calls).toHaveLength(1);
    expect(calls[0]?.signal.aborted).toBe(true);
    release();
    const next = post(body());
    await vi.waitFor(() => expect(calls).toHaveLength(2));
    release();
    expect((await next).status).toBe(200);
    expect(stats().failures).toEqual({ deadline: 2 });
  });

  it('gives up the work of a client that leaves', async () => {
    const { score, calls, release } = held();
    const { post, stats } = await serve(score, { concurrency: 1 });
    const leave = new AbortController();
    const both = [1, 2].map((label) => post(body(label), { signal: leave.signal }));
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    leave.abort();
    for (const one of both) await expect(one).rejects.toThrow('aborted');
    await vi.waitFor(() => expect(stats().failures).toEqual({ client_gone: 2 }));
    expect(calls[0]?.signal.aborted).toBe(true);
    release();
    const next = post(body());
    await vi.waitFor(() => expect(calls).toHaveLength(2));
    release();
    expect((await next).status).toBe(200);
  });

  it('puts what comes together into one call of a group reward', async () => {
    const sizes: number[] = [];
    const { post } = await serve(lengths, {
      reward: {
        mode: 'group',
        score: ({ samples }) => {
          sizes.push(samples.length);
          return Promise.resolve(samples.map(({ label }) => Number(label)));
        },
      },
      concurrency: 2,
      batchSize: 16,
      batchWaitMs: 30_000,
    });
    const answers = await Promise.all(
      Array.from({ length: 64 }, async (_, label) => (await post(body(label))).body),
    );
    expect(answers).toEqual(Array.from({ length: 64 }, (_, label) => label));
    expect(sizes).toEqual([16, 16, 16, 16]);
  });

  it('does not let a request wait for a batch that never fills', async () => {
    const { post } = await serve(lengths, {
      reward: { mode: 'group', score: lengths },
      batchWaitMs: 1,
    });
    expect((await post(body())).body).toBe(1);
  });

  it('fails a batch as a whole, and only that', async () => {
    const { post } = await serve(lengths, {
      reward: {
        mode: 'group',
        score: ({ samples }) =>
          samples.some(({ label }) => label === 'bad')
            ? Promise.reject(new GraderError('the batch is bad'))
            : Promise.resolve(samples.map(() => 1)),
      },
      batchSize: 2,
      batchWaitMs: 30_000,
    });
    const statuses = async (...labels: string[]) =>
      (await Promise.all(labels.map((label) => post(body(label))))).map(({ status }) => status);
    expect(await statuses('good', 'bad')).toEqual([500, 500]);
    expect(await statuses('good', 'good')).toEqual([200, 200]);
  });

  it('asks others than this machine for a token', async () => {
    const start = (host: string): Promise<unknown> =>
      startRewardServer({
        reward: { mode: 'single', score: lengths },
        args: createRolloutArgs(),
        host,
        port: 0,
        token: undefined,
        concurrency: 1,
        maxQueue: 1,
        batchSize: 1,
        batchWaitMs: 0,
        maxBodyBytes: 1,
        requestSeconds: 1,
        log: console,
      });
    for (const host of ['0.0.0.0', '::', 'example.org']) {
      await expect(start(host)).rejects.toThrow(`serve-rm: host ${host} can be reached by others`);
    }
  });

  it('answers none that does not carry the token, but for its health', async () => {
    const token = 'pa:ss/wörd'.replace('ö', 'o');
    const { url, post, stats } = await serve(lengths, { token, host: '0.0.0.0' });
    const asked = async (authorization?: string) =>
      (await post(body(), { headers: authorization === undefined ? {} : { authorization } }))
        .status;
    expect(await asked()).toBe(401);
    for (const wrong of ['Bearer', 'Bearer x', `Bearer ${token}x`, 'Basic !', 'Basic', token]) {
      expect(await asked(wrong)).toBe(401);
    }
    expect(await asked(`Basic ${btoa(`${token}:x`)}`)).toBe(401);
    expect(await asked(`Basic ${btoa('slime:')}`)).toBe(401);
    expect(await asked(`Bearer ${token}`)).toBe(200);
    expect(await asked(`basic ${btoa(`slime:${token}`)}`)).toBe(200);
    expect((await fetch(`${url}/metrics`)).status).toBe(401);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(stats()).toEqual({ requests: 12, rewards: 2, failures: { unauthorized: 10 } });
  });

  it('says in Prometheus’ form what it did and has to do', async () => {
    const { score, calls, release } = held();
    const { url, post } = await serve(score, { concurrency: 1 });
    const page = async (): Promise<string> => (await fetch(`${url}/metrics`)).text();
    await post('{');
    const both = [post(body()), post(body())];
    await vi.waitFor(async () => expect(metric(await page(), 'slime_rm_queue')).toBe(1));
    expect(metric(await page(), 'slime_rm_in_flight')).toBe(2);
    release();
    await vi.waitFor(() => expect(calls).toHaveLength(2));
    release();
    await Promise.all(both);
    const last = await page();
    expect(metric(last, 'slime_rm_requests_total')).toBe(3);
    expect(metric(last, 'slime_rm_rewards_total')).toBe(2);
    expect(metric(last, 'slime_rm_failures_total{kind="bad_request"}')).toBe(1);
    expect(metric(last, 'slime_rm_reward_seconds_count')).toBe(2);
    expect(metric(last, 'slime_rm_request_seconds_bucket{le="+Inf"}')).toBe(3);
    expect(metric(last, 'slime_rm_batch_size_bucket{le="1"}')).toBe(2);
    expect(metric(last, 'slime_rm_in_flight')).toBe(0);
    const sample = /^[a-z_]+(\{[a-z]+="[^"\\\n]*"\})? [0-9.e+-]+$/;
    for (const line of last.trimEnd().split('\n')) {
      expect(line).toMatch(line.startsWith('#') ? /^# (HELP|TYPE) [a-z_]+ \S/ : sample);
    }
  });

  it('answers what is under way when it drains, and takes nothing more', async () => {
    const { score, calls, release } = held();
    const { url, port, post, drain, stats } = await serve(score, { concurrency: 1 });
    const all = [1, 2, 3].map((label) => post(body(label)));
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    const open = connect(port, '127.0.0.1');
    await once(open, 'connect');
    const drained = drain();
    const late = once(open, 'data');
    open.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 16\r\n\r\n{"response":"r"}');
    expect(String((await late)[0])).toMatch(
      /^HTTP\/1\.1 503 [^]*retry-after: 1[^]*connection: close/i,
    );
    expect(stats().failures).toEqual({ stopping: 1 });
    for (const at of [1, 2, 3]) {
      await vi.waitFor(() => expect(calls).toHaveLength(at));
      release(at);
    }
    await drained;
    const answers = await Promise.all(all);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[0]?.reply.headers.get('connection')).toBe('close');
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});
