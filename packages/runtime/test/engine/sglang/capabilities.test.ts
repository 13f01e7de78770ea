import { expect, it, onTestFinished } from 'vitest';
import { createSglangEngine, type SglangEngine } from '../../../src/engine/sglang/sglang-engine.ts';
import { json, serve, status } from '../scripted-server.ts';
import { answer } from './replies.ts';

function connect(url: string): SglangEngine {
  const engine = createSglangEngine({ url, concurrency: 1, nonce: 'run1', maxTries: 1 });
  onTestFinished(() => engine.close());
  return engine;
}

it('a patched plain engine is believed, and asked once', async () => {
  const server = await serve({
    '/server_info': json({
      context_length: 4096,
      max_req_input_len: 4090,
      enable_return_routed_experts: true,
    }),
    '/weight_version': json({ weight_version: '1' }),
  });
  const engine = connect(server.url);
  const [first, second] = await Promise.all([engine.capabilities(), engine.capabilities()]);
  expect(second).toBe(first);
  expect(first).toEqual({
    contextLength: 4096,
    maxInput: 4089,
    eosIds: [],
    topP: true,
    routedExperts: true,
    promptIds: true,
    base64: false,
    trainable: true,
  });
  expect(server.at('/server_info')).toHaveLength(1);
  expect(server.at('/generate')).toEqual([]);
});

it('the context length comes from the model when no flag set it; what is not told is null', async () => {
  const server = await serve({
    '/server_info': json({ context_length: null }),
    '/v1/models': json({ data: [{ id: 'm', max_model_len: 32_768 }] }),
  });
  expect(await connect(server.url).capabilities()).toMatchObject({
    contextLength: 32_768,
    maxInput: null,
    topP: false,
    routedExperts: false,
  });
  const silent = await serve({ '/server_info': json({}) });
  expect(await connect(silent.url).capabilities()).toMatchObject({ contextLength: null });
});

it('an engine that lists itself as its worker is a plain one', async () => {
  const server = await serve({ '/server_info': json({ context_length: 8 }) });
  server.routes['/workers'] = json({ workers: [{ url: server.url }] });
  await connect(`${server.url}/`).capabilities();
  expect(server.at('/generate')).toEqual([]);
});

it('behind a router that drops unknown fields, features are not there though the worker has them', async () => {
  const worker = await serve({
    '/server_info': json({ context_length: 4096, enable_return_routed_experts: true }),
    '/weight_version': json({}),
  });
  const workers = json({ workers: [{ url: worker.url }] });
  const dropping = await serve({ '/workers': workers, '/generate': answer() });
  expect(await connect(dropping.url).capabilities()).toMatchObject({
    contextLength: 4096,
    topP: false,
    routedExperts: false,
    promptIds: false,
  });
  const faithful = await serve({
    '/workers': workers,
    '/generate': answer({
      reply: { prompt_token_ids: [0] },
      meta: { top_p_token_ids: '', top_p_token_offsets: '', routed_experts: '' },
    }),
  });
  expect(await connect(faithful.url).capabilities()).toMatchObject({
    topP: true,
    routedExperts: true,
    promptIds: true,
  });
  expect(faithful.at('/generate').map((sent) => sent.json)).toEqual([
    expect.objectContaining({
      input_ids: [0],
      return_prompt_token_ids: true,
      return_routed_experts: true,
      sampling_params: expect.objectContaining({ max_new_tokens: 1 }),
    }),
  ]);
});

it('an engine that does not answer is an error, and is asked again the next time', async () => {
  const server = await serve({ '/server_info': [status(503), json({ context_length: 8 })] });
  const engine = connect(server.url);
  await expect(engine.capabilities()).rejects.toMatchObject({
    code: 'SLIME_ENGINE',
    message: expect.stringContaining(`${server.url}/server_info: HTTP 503`),
  });
  expect(await engine.capabilities()).toMatchObject({ contextLength: 8 });
});
