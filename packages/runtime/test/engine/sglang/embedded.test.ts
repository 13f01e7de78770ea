import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GenerateRequest, GenerateResult } from 'slime-sdk';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type EmbeddedEngine,
  type EmbeddedEngineOptions,
  type FaultKind,
  startEmbeddedEngine,
} from '../../../src/engine/embedded/index.ts';
import {
  createSglangEngine,
  type SglangEngine,
  type SglangEngineOptions,
} from '../../../src/engine/sglang/index.ts';
import { byteEncoder, STOP_ID } from '../openai/byte-encoder.ts';

interface LedgerLine {
  rid: string;
  prompt_ids: number[];
  ids: number[];
  logprobs: (number | null)[];
}

interface Pair {
  client: SglangEngine;
  server: EmbeddedEngine;
  ledger: () => LedgerLine[];
}

async function connect(
  options: Partial<EmbeddedEngineOptions> = {},
  clientOptions: Partial<SglangEngineOptions> = {},
): Promise<Pair> {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'ledger.jsonl');
  const server = await startEmbeddedEngine({
    encoder: byteEncoder,
    policy: () => ({ ids: [104, 101, 108, 108, 111, STOP_ID] }),
    ledger: file,
    ...options,
  });
  onTestFinished(() => server.close());
  const client = createSglangEngine({
    url: server.url,
    concurrency: 8,
    nonce: 'run1',
    backoffSeconds: 0,
    ...clientOptions,
  });
  onTestFinished(() => client.close());
  const lines = () => readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return { client, server, ledger: () => lines().map((line) => JSON.parse(line)) };
}

function generate(client: SglangEngine, changes: Partial<GenerateRequest> = {}) {
  return client.generate(
    { input_ids: [1, 2, 3], sampling_params: { max_new_tokens: 16 }, ...changes },
    { signal: new AbortController().signal, routingKey: 'key' },
  );
}

/** A line of the ledger as a result shows it. */
function shown({ rid, ids, logprobs }: LedgerLine) {
  return { rid, ids, logprobs: logprobs.map((logprob) => logprob ?? Number.NaN) };
}

function used({ rid, ids, logprobs }: GenerateResult) {
  return { rid, ids: Array.from(ids), logprobs: Array.from(logprobs) };
}

describe('against an engine that keeps a ledger', () => {
  it('a result is what the ledger says, id by id', async () => {
    const { client, ledger } = await connect();
    const result = await generate(client);
    expect(ledger().map(shown)).toEqual([used(result)]);
    expect(ledger()[0]?.prompt_ids).toEqual([1, 2, 3]);
    expect(result.finish).toEqual({ type: 'stop', matched: STOP_ID });
  });

  const retried: [FaultKind, string][] = [
    ['status_408', 'http_408'],
    ['status_429', 'http_429'],
    ['status_500', 'http_500'],
    ['status_502', 'http_502'],
    ['status_503', 'http_503'],
    ['status_504', 'http_504'],
    ['duplicate_rid', 'duplicate_rid'],
    ['reset', 'transport'],
    ['reset_mid', 'transport'],
    ['truncated_body', 'bad_json'],
    ['bad_json', 'bad_json'],
    ['null_logprob', 'null_logprobs'],
    ['missing_logprobs', 'no_logprobs'],
    ['null_finish', 'bad_finish'],
    ['unknown_finish', 'bad_finish'],
    ['empty_output', 'empty_output'],
  ];

  it.each(retried)('a fault %s is a discarded try: %s', async (kind, cause) => {
    const { client, ledger } = await connect({ faults: { at: [{ kind, request: 0 }] } });
    const result = await generate(client);
    expect(result.discarded.map((one) => one.cause)).toEqual([cause]);
    const entries = ledger();
    expect(entries.filter(({ rid }) => rid === result.rid).map(shown)).toEqual([used(result)]);
    const accounted = [result.rid, ...result.discarded.map(({ rid }) => rid)];
    expect(entries.filter(({ rid }) => !accounted.includes(rid))).toEqual([]);
  });

  it('an aborted reply is a result, and status 400 is final', async () => {
    const { client } = await connect({
      faults: {
        at: [
          { kind: 'abort', request: 0 },
          { kind: 'status_400', request: 1 },
        ],
      },
    });
    expect(await generate(client)).toMatchObject({ finish: { type: 'abort' }, discarded: [] });
    await expect(generate(client, { input_ids: [7] })).rejects.toMatchObject({
      data: { retryable: false },
    });
  });

  it('null log-probs that stay are NaN where the ledger has them', async () => {
    const { client } = await connect({
      faults: { at: [{ kind: 'null_logprob', turn: 0, attempt: 'every' }] },
    });
    const result = await generate(client);
    expect(result.discarded).toHaveLength(4);
    expect(Array.from(result.logprobs).filter(Number.isNaN)).toHaveLength(1);
  });

  it('a stall is found and the request made again', async () => {
    const { client } = await connect(
      { faults: { at: [{ kind: 'stall', request: 0 }] } },
      { probeSeconds: 0.02, deadlineSeconds: 3 },
    );
    const result = await generate(client);
    expect(result.discarded.map(({ cause }) => cause)).toEqual(['stalled']);
  });

  it('a pause is waited for', async () => {
    const { client, server } = await connect({}, { probeSeconds: 0.01 });
    await post(`${server.url}/pause_generation`, {});
    const call = generate(client);
    while ((client.counts()['probes_paused'] ?? 0) < 2) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    await post(`${server.url}/continue_generation`, {});
    expect((await call).discarded).toEqual([]);
  });

  it('an abort of everything that runs gives what was sampled', async () => {
    const { client, server } = await connect({ latency: { meanMs: 600_000 } });
    const calls = [generate(client), generate(client, { input_ids: [9] })];
    while (server.stats().requests < 2) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    await client.abortRunning();
    for (const result of await Promise.all(calls)) {
      expect(result.finish.type).toBe('abort');
      expect(result.ids).toHaveLength(result.logprobs.length);
    }
  });

  it('its capabilities are read without sampling anything', async () => {
    const { client, ledger } = await connect({ contextLength: 64 });
    expect(await client.capabilities()).toMatchObject({
      contextLength: 64,
      topP: true,
      routedExperts: false,
      promptIds: true,
      trainable: true,
    });
    expect(ledger()).toEqual([]);
  });

  it('replay arrays come with the ids', async () => {
    const { client } = await connect({ routedExperts: { layers: 2, topK: 2, experts: 8 } });
    const result = await generate(client, {
      sampling_params: { max_new_tokens: 16, top_p: 0.5 },
      return_top_p_token_ids: true,
      return_routed_experts: true,
      routed_experts_start_len: 1,
    });
    expect(result.topP?.offsets).toHaveLength(result.ids.length + 1);
    expect(result.routedExperts?.ids).toHaveLength((3 + result.ids.length - 1 - 1) * 4);
  });
});

async function post(url: string, body: unknown): Promise<void> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await reply.text();
}
