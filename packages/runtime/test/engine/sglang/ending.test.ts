import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { hang, json, serve, status } from '../scripted-server.ts';
import { connect, failure, generate } from './connect.ts';
import { answer } from './replies.ts';

describe('ending', () => {
  it('by the signal stops at once, and tells every engine behind the router', async () => {
    const engines = [
      await serve({ '/abort_request': status(200) }),
      await serve({ '/abort_request': status(200) }),
    ];
    const [first, second] = engines.map(({ url }) => url);
    const router = await serve({
      '/generate': hang,
      '/workers': json({
        workers: [{ url: `${first}@0` }, { url: `${first}@1` }, { url: second }],
      }),
    });
    const controller = new AbortController();
    const engine = connect(router.url);
    const call = failure(generate(engine, {}, controller.signal));
    const [sent] = await router.arrived('/generate', 1);
    controller.abort();
    const rid = sent?.json?.['rid'];
    expect(await call).toMatchObject({
      code: 'SLIME_ENGINE',
      data: { cause: 'aborted', discarded: [{ rid, cause: 'aborted' }] },
    });
    await router.released('/generate');
    await engine.close();
    for (const worker of engines) {
      expect(worker.at('/abort_request').map((told) => told.json)).toEqual([{ rid }]);
    }
    expect(router.at('/abort_request')).toEqual([]);
  });

  it('by the signal leaves no try for later, and none is sent when it was aborted before', async () => {
    const server = await serve({ '/generate': status(503, '', { 'retry-after': '30' }) });
    const controller = new AbortController();
    const engine = connect(server.url);
    const call = failure(generate(engine, {}, controller.signal));
    while (engine.counts()['discarded_http_503'] === undefined) await setImmediate();
    controller.abort();
    expect(await call).toMatchObject({ data: { cause: 'aborted' } });
    expect(await failure(generate(engine, {}, controller.signal))).toMatchObject({
      data: { cause: 'aborted' },
    });
    expect(server.at('/generate')).toHaveLength(1);
  });

  it('by the signal reaches a request that waits for a connection', async () => {
    const server = await serve({ '/generate': hang, '/abort_request': status(200) });
    const engine = connect(server.url, { concurrency: 1 });
    const first = failure(generate(engine));
    await server.arrived('/generate', 1);
    const controller = new AbortController();
    const second = failure(generate(engine, {}, controller.signal));
    controller.abort();
    expect(await second).toMatchObject({ data: { cause: 'aborted' } });
    await engine.close();
    expect(await first).toMatchObject({ data: { cause: 'closed' } });
    expect(server.at('/generate')).toHaveLength(1);
  });

  it('comes by the deadline when nothing else ends a request', async () => {
    const server = await serve({ '/generate': hang, '/abort_request': status(200) });
    const error = await failure(generate(connect(server.url, { deadlineSeconds: 0.05 })));
    expect(error).toMatchObject({ data: { cause: 'deadline', retryable: false } });
    expect((await server.arrived('/abort_request', 1))[0]?.json).toEqual({
      rid: server.at('/generate')[0]?.json?.['rid'],
    });
  });

  it('of everything that runs takes the requests of one client only', async () => {
    const held: (() => void)[] = [];
    const server = await serve({
      '/generate': (response, sent) => held.push(() => answer()(response, sent)),
      '/abort_request': status(200),
    });
    const [one, two] = [connect(server.url), connect(server.url)];
    const ours = [generate(one), generate(one)];
    const rids = (await server.arrived('/generate', 2)).map((sent) => sent.json?.['rid']);
    const theirs = generate(two);
    await server.arrived('/generate', 3);
    await one.abortRunning();
    const told = server.at('/abort_request').map((sent) => sent.json?.['rid']);
    expect(new Set(told)).toEqual(new Set(rids));
    expect(server.at('/workers')).toHaveLength(1);
    for (const release of held) release();
    await Promise.all([...ours, theirs]);
    await one.abortRunning();
    expect(server.at('/abort_request')).toHaveLength(2);
  });

  it('cannot hit another request: no id starts with another', async () => {
    const server = await serve({ '/generate': answer() });
    const engines = [
      connect(server.url),
      connect(server.url),
      connect(server.url, { nonce: 'run' }),
    ];
    await Promise.all(
      engines.flatMap((engine) => Array.from({ length: 20 }, () => generate(engine))),
    );
    const rids = server.at('/generate').map((sent) => String(sent.json?.['rid']));
    const clashes = rids.filter((rid) => rids.filter((other) => other.startsWith(rid)).length > 1);
    expect(clashes).toEqual([]);
  });

  it('fails with a reason when a worker cannot be told', async () => {
    const server = await serve({ '/abort_request': status(500) });
    expect(await failure(connect(server.url).abort('rid-1'))).toMatchObject({
      code: 'SLIME_ENGINE',
      data: { rid: 'rid-1' },
    });
  });
});

describe('closing', () => {
  it('refuses later requests', async () => {
    const server = await serve({ '/generate': answer() });
    const engine = connect(server.url);
    await engine.close();
    expect(await failure(generate(engine))).toMatchObject({
      message: expect.stringMatching(/closed/),
    });
  });
});
