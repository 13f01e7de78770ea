import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ControlClient } from '../../../src/engine/client/control-client.ts';
import { Counter } from '../../../src/engine/client/counter.ts';
import type { TryFault } from '../../../src/engine/client/try-fault.ts';
import { Liveness } from '../../../src/engine/sglang/liveness.ts';
import { Workers } from '../../../src/engine/sglang/workers.ts';
import { createSglangEngine, type SglangEngine } from '../../../src/engine/sglang/sglang-engine.ts';
import { hang, json, type Reaction, serve, startScripted, status } from '../scripted-server.ts';
import { answer } from './replies.ts';

const LOADS = '/v1/loads?include=core';

function connect(url: string): SglangEngine {
  const engine = createSglangEngine({
    url,
    concurrency: 4,
    nonce: 'run1',
    backoffSeconds: 0,
    probeSeconds: 0.01,
  });
  onTestFinished(() => engine.close());
  return engine;
}

function generate(engine: SglangEngine) {
  return engine.generate(
    { input_ids: [1, 2, 3], sampling_params: { max_new_tokens: 8 } },
    { signal: new AbortController().signal, routingKey: 'key' },
  );
}

function loads(running: number, waiting = 0): Reaction {
  return json({
    loads: [
      { dp_rank: 0, num_running_reqs: 0, num_waiting_reqs: waiting },
      { dp_rank: 1, num_running_reqs: running, num_waiting_reqs: 0 },
    ],
  });
}

describe('a request that nobody works on', () => {
  it('is given up when the engine is idle and generates, and made again', async () => {
    const server = await serve({
      '/generate': [hang, answer()],
      '/abort_request': status(200),
      '/health_generate': status(200),
      [LOADS]: loads(0),
    });
    const engine = connect(server.url);
    const result = await generate(engine);
    expect(result.discarded.map(({ cause }) => cause)).toEqual(['stalled']);
    expect(server.at('/health_generate')).toHaveLength(1);
    expect((await server.arrived('/abort_request', 1))[0]?.json).toEqual({
      rid: result.discarded[0]?.rid,
    });
  });

  it('is given up also when its reply broke off half-way without a word', async () => {
    const server = await serve({
      '/generate': [
        (response) => {
          response.writeHead(200, { 'content-length': '100' });
          response.write('{');
        },
        answer(),
      ],
      '/health_generate': status(200),
      [LOADS]: loads(0),
    });
    const result = await generate(connect(server.url));
    expect(result.discarded.map(({ cause }) => cause)).toEqual(['stalled']);
  });

  it('is given up when the only worker behind the router is gone', async () => {
    const worker = await serve({ [LOADS]: loads(1) });
    const router = await serve({
      '/generate': [hang, answer()],
      '/workers': json({ workers: [{ url: worker.url }] }),
    });
    const call = generate(connect(router.url));
    await worker.arrived(LOADS, 1);
    await worker.close();
    const result = await call;
    expect(result.discarded.map(({ cause }) => cause)).toEqual(['worker_gone']);
  });

  it('is given up when one worker is gone and the other has nothing to do', async () => {
    const gone = await serve({ [LOADS]: loads(1) });
    const idle = await serve({ [LOADS]: loads(0), '/health_generate': status(200) });
    const router = await serve({
      '/generate': [hang, answer()],
      '/workers': json({ workers: [{ url: gone.url }, { url: idle.url }] }),
    });
    const call = generate(connect(router.url));
    await gone.arrived(LOADS, 1);
    await gone.close();
    expect((await call).discarded.map(({ cause }) => cause)).toEqual(['worker_gone']);
  });
});

describe('a request is waited for', () => {
  it('while the engine is paused, which looks idle but does not generate', async () => {
    let release = (): void => {};
    const server = await serve({
      '/generate': (response, request) => {
        release = () => answer()(response, request);
      },
      '/health_generate': status(503),
      [LOADS]: loads(0),
    });
    const engine = connect(server.url);
    const call = generate(engine);
    await server.arrived('/health_generate', 3);
    release();
    expect((await call).discarded).toEqual([]);
    expect(engine.counts()['probes_paused']).toBeGreaterThanOrEqual(2);
  });

  const working: [string, Record<string, Reaction>][] = [
    ['something runs', { [LOADS]: loads(1) }],
    ['something waits', { [LOADS]: loads(0, 1) }],
    ['the load is not told', { [LOADS]: status(404) }],
    ['the load is no list', { [LOADS]: json({ loads: 3 }) }],
    ['the router does not tell its workers', { '/workers': status(401) }],
  ];

  it.each(working)('while %s', async (_name, routes) => {
    let release = (): void => {};
    const server = await serve({
      '/generate': (response, request) => {
        release = () => answer()(response, request);
      },
      '/health_generate': status(200),
      '/model_info': json({}),
      ...routes,
    });
    const call = generate(connect(server.url));
    await server.arrived(Object.keys(routes)[0] ?? '', 4);
    release();
    expect((await call).discarded).toEqual([]);
    expect(server.at('/health_generate')).toEqual([]);
  });

  it('while another came to work between the probes', async () => {
    let release = (): void => {};
    const server = await serve({
      '/generate': (response, request) => {
        release = () => answer()(response, request);
      },
      '/health_generate': status(200),
      [LOADS]: [loads(0), loads(1), loads(0), loads(0), loads(1), loads(1)],
    });
    const call = generate(connect(server.url));
    await server.arrived(LOADS, 6);
    release();
    expect((await call).discarded).toEqual([]);
  });

  it('while its worker was never reached from here', async () => {
    const unreachable = await startScripted({});
    await unreachable.close();
    let release = (): void => {};
    const router = await serve({
      '/generate': (response, request) => {
        release = () => answer()(response, request);
      },
      '/workers': json({ workers: [{ url: unreachable.url }] }),
    });
    const engine = connect(router.url);
    const call = generate(engine);
    await router.arrived('/generate', 1);
    while ((engine.counts()['probes'] ?? 0) < 4) await new Promise(setImmediate);
    release();
    expect((await call).discarded).toEqual([]);
  });
});

describe('the probe alone', () => {
  function create(url: string, seconds: number): { liveness: Liveness; counter: Counter } {
    const control = new ControlClient();
    const counter = new Counter();
    const liveness = new Liveness(
      new Workers(new URL(url), control, counter),
      control,
      counter,
      seconds,
    );
    onTestFinished(async () => {
      liveness.close();
      await control.close();
    });
    return { liveness, counter };
  }

  /** Watches a request that was last active at a time, and gives its fault. */
  function watch(liveness: Liveness, activity: number | null): Promise<TryFault> {
    return new Promise((resolve) => {
      liveness.watch({ activity, cancel: resolve });
    });
  }

  it('asks nothing once every request is answered', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { liveness, counter } = create('http://127.0.0.1:1', 1);
    const flight = { activity: -Infinity, cancel: () => {} };
    liveness.watch(flight);
    liveness.unwatch(flight);
    vi.advanceTimersByTime(1000);
    expect(counter.all()).toEqual({});
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gives up requests that were silent all the time, not one that stirred or waits here', async () => {
    const server = await serve({ [LOADS]: loads(0), '/health_generate': status(200) });
    const { liveness } = create(server.url, 0.01);
    const spared: TryFault[] = [];
    for (const activity of [Infinity, null]) {
      liveness.watch({ activity, cancel: (fault) => spared.push(fault) });
    }
    expect(await watch(liveness, -Infinity)).toMatchObject({ reason: 'stalled' });
    expect(spared).toEqual([]);
  });

  it('gives requests up when nothing answers under the URL of the engine', async () => {
    const server = await startScripted({});
    await server.close();
    const { liveness } = create(server.url, 0.01);
    expect(await watch(liveness, -Infinity)).toMatchObject({ reason: 'worker_gone' });
  });
});
