import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkSample } from 'slime-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSlime, slimeMissing } from '../parity/slime/run-slime.ts';
import { readSamples } from './read-run.ts';
import { runCli, toFlags } from './run-cli.ts';

const LAYERS = 3;
const TOPK = 2;
const TIMEOUT = 120_000;

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'slime-replay-'));
  const result = await runCli([
    'rollout',
    ...toFlags({
      'rollout-interaction-env-path': 'slime-env-geo3k',
      'rollout-top-p': 0.9,
      'use-rollout-routing-replay': true,
      'num-layers': LAYERS,
      'moe-router-topk': TOPK,
      output: join(dir, 'run'),
    }),
  ]);
  if (result.code !== 0) throw new Error(result.stderr);
}, TIMEOUT);

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

describe('top-p replay arrays and routed experts over several turns', () => {
  it('fit every token: kept ids on sampled positions alone, experts on all but the last token', async () => {
    const samples = await readSamples(join(dir, 'run'));
    expect(samples.flatMap((sample) => checkSample(sample))).toEqual([]);
    for (const sample of samples) {
      const offsets = sample.rollout_top_p_token_offsets ?? [];
      const mask = sample.loss_mask ?? [];
      const kept = sample.rollout_top_p_token_ids ?? [];
      const response = sample.tokens.slice(-sample.response_length);
      const rows = mask.map((_, at) => kept.slice(offsets[at], offsets[at + 1]));
      expect(rows.map((row) => (row.length > 0 ? 1 : 0))).toEqual(mask);
      expect(rows.every((row, at) => row.length === 0 || row.includes(response[at] ?? -1))).toBe(
        true,
      );
      const experts = sample.rollout_routed_experts ?? [];
      expect(experts).toHaveLength(sample.tokens.length - 1);
      expect(
        experts.every((row) => row.length === LAYERS && row.every((one) => one.length === TOPK)),
      ).toBe(true);
    }
    expect(samples.some((sample) => (sample.loss_mask ?? []).includes(0))).toBe(true);
  });

  it('are taken by slime’s own conversion', { timeout: TIMEOUT }, async (context) => {
    const missing = await slimeMissing();
    if (missing !== null) context.skip(missing);
    const samples = await readSamples(join(dir, 'run'));
    const report = await runSlime(join(dir, 'run', 'samples.jsonl'), {
      n_samples_per_prompt: 4,
      rollout_batch_size: samples.length / 4,
      rollout_top_p: 0.9,
      use_rollout_routing_replay: true,
      num_layers: LAYERS,
      moe_router_topk: TOPK,
    });
    expect(report.train_error).toBeNull();
    expect(report.round_trip).toEqual([]);
  });
});
