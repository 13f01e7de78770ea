import { describe, expect, it } from 'vitest';
import { get, post, start } from './start.ts';

describe('the server', () => {
  it('says what is to do when its port is taken', async () => {
    const engine = await start();
    await expect(start({ port: engine.port })).rejects.toThrow(
      /cannot listen on 127\.0\.0\.1:\d+ .*take another --port, or 0 for a free one/,
    );
  });

  it.each(['0.0.0.0', '::', '192.168.0.7', 'example.org'])(
    'does not listen on %s without a token',
    async (host) => {
      await expect(start({ host })).rejects.toThrow(`host ${host} can be reached by others`);
    },
  );

  it.each(['localhost', '127.0.0.2'])('listens on %s without one', async (host) => {
    expect((await get(await start({ host }), '/health')).status).toBe(200);
  });

  it('asks for its token everywhere but at /health', async () => {
    const engine = await start({ host: '0.0.0.0', apiKey: 'secret' });
    expect((await get(engine, '/health')).status).toBe(200);
    const refused = await get(engine, '/model_info');
    expect([refused.status, refused.json]).toEqual([401, { error: 'Unauthorized' }]);
    const body = { text: 'a' };
    const wrong = await post(engine, '/generate', body, { authorization: 'Bearer secret2' });
    const right = await post(engine, '/generate', body, { authorization: 'Bearer secret' });
    expect([wrong.status, right.status]).toEqual([401, 200]);
  });

  it('knows its paths and their methods', async () => {
    const engine = await start();
    const unknown = await get(engine, '/nowhere');
    const method = await get(engine, '/generate');
    expect([unknown.status, unknown.json]).toEqual([404, { detail: 'Not Found' }]);
    expect([method.status, method.json]).toEqual([405, { detail: 'Method Not Allowed' }]);
  });

  it('closes twice as once', async () => {
    const engine = await start();
    await Promise.all([engine.close(), engine.close()]);
    await expect(get(engine, '/health')).rejects.toThrow('fetch failed');
  });

  it('refuses a context that no prompt fits', async () => {
    await expect(start({ contextLength: 7 })).rejects.toThrow('contextLength must be an integer');
  });
});

describe('what it says of itself', () => {
  it('is SGLang’s, with the limits of its context', async () => {
    const engine = await start({ contextLength: 1000, seed: 5, modelPath: 'm' });
    expect((await get(engine, '/server_info')).json).toMatchObject({
      model_path: 'm',
      context_length: 1000,
      max_req_input_len: 994,
      random_seed: 5,
      dp_size: 1,
      internal_states: [],
      version: '0.5.15.post1',
    });
    expect((await get(engine, '/model_info')).json).toMatchObject({
      model_path: 'm',
      is_generation: true,
      weight_version: 'default',
    });
    for (const [path, same] of [
      ['/get_server_info', '/server_info'],
      ['/get_model_info', '/model_info'],
    ] as const) {
      expect((await get(engine, path)).text).toBe((await get(engine, same)).text);
    }
    expect((await get(engine, '/weight_version')).json).toEqual({ weight_version: 'default' });
    expect((await get(engine, '/health_generate')).status).toBe(200);
  });

  it('lists itself as the router’s only worker', async () => {
    const engine = await start();
    expect((await get(engine, '/workers')).json).toMatchObject({
      workers: [{ url: engine.url, worker_type: 'regular', is_healthy: true, load: 0 }],
      total: 1,
    });
  });
});
