import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { checkSample, createSample, effectiveResponseLength, type Sample } from 'slime-sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics } from '../../../packages/runtime/src/observe/index.ts';
import { runSlime, slimeMissing, type SlimeReport } from './run-slime.ts';

const TIMEOUT = 120_000;
const GROUPS = 12;
const GROUP_SIZE = 4;
const SECONDS = 12.5;

const missing = await slimeMissing();

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'slime-'));
});

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

beforeEach((context) => {
  if (missing !== null) context.skip(missing);
});

/** What slime lets differ from sample to sample; the rest is decided by the first. */
const fields = fc.record({
  prompt: fc.constantFrom<Sample['prompt']>('a prompt', [{ role: 'user', content: 'é\u{1F600}' }]),
  promptIds: fc.array(fc.nat(151_935), { minLength: 1, maxLength: 5 }),
  response: fc.array(
    fc.record({
      id: fc.nat(151_935),
      bit: fc.constantFrom(0, 1),
      logProb: fc.double({ min: -20, max: 0, noNaN: true }),
      kept: fc.array(fc.nat(151_935), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 40 },
  ),
  text: fc.constantFrom('ünï', '\u{1F600}'.repeat(9_999), 'ab'.repeat(6_000)),
  label: fc.constantFrom<Sample['label']>('4', 4, 0.5, null, ['a'], { answer: null }),
  reward: fc.constantFrom(0, 1, 0.25, -0.25, 0.35, 2),
  status: fc.constantFrom<Sample['status']>('completed', 'truncated'),
  removed: fc.boolean(),
  wait: fc.constantFrom(0, 0, 1.5, 3),
  cached: fc.nat(50),
});

/** Samples as a run writes them: groups of four, everything recorded that can be. */
function generateSamples(): Sample[] {
  const drawn = fc.sample(fields, { seed: 20_260_821, numRuns: GROUPS * GROUP_SIZE });
  return drawn.map((draw, index) => {
    const groupIndex = Math.floor(index / GROUP_SIZE);
    const tokens = [...draw.promptIds, ...draw.response.map(({ id }) => id)];
    const offsets = [0];
    for (const { kept } of draw.response) offsets.push((offsets.at(-1) ?? 0) + kept.length);
    const sample: Sample = createSample({
      index,
      group_index: groupIndex,
      prompt: draw.prompt,
      tokens,
      response: draw.text,
      response_length: draw.response.length,
      label: draw.label,
      // The first groups have equal rewards, which slime counts.
      reward: groupIndex < 4 ? groupIndex / 4 : draw.reward,
      loss_mask: draw.response.map(({ bit }) => bit),
      rollout_log_probs: draw.response.map(({ logProb, bit }) => (bit === 1 ? logProb : 0)),
      rollout_top_p_token_ids: draw.response.flatMap(({ kept }) => kept),
      rollout_top_p_token_offsets: offsets,
      rollout_routed_experts: tokens.slice(1).map((id) => [[id % 8, 1]]),
      weight_versions: ['3'],
      remove_sample: draw.removed,
      status: draw.status,
      metadata: { source_name: 'geo3k', nested: { deep: [1, 0.5, null, true] } },
      session_id: `s-${index}`,
      non_generation_time: draw.wait,
      prefix_cache_info: { cached_tokens: draw.cached, total_prompt_tokens: draw.cached + 10 },
      spec_info: {
        spec_accept_token_num: draw.cached,
        spec_draft_token_num: 60,
        spec_verify_ct: 7,
        completion_token_num: draw.response.length,
      },
    });
    // A key that only a later slime knows.
    return Object.assign(sample, { source: 'later' });
  });
}

async function giveToSlime(
  samples: readonly Sample[],
  options: Record<string, unknown> = {},
): Promise<SlimeReport> {
  const path = join(await mkdtemp(join(dir, 'run-')), 'samples.jsonl');
  await writeFile(path, samples.map((sample) => `${JSON.stringify(sample)}\n`).join(''));
  return await runSlime(path, options);
}

const options = {
  n_samples_per_prompt: GROUP_SIZE,
  rollout_batch_size: GROUPS,
  rollout_top_p: 0.9,
  use_rollout_routing_replay: true,
  num_layers: 1,
  moe_router_topk: 2,
  sglang_speculative_algorithm: 'EAGLE',
  rollout_time: SECONDS,
};

describe('slime, given our samples', () => {
  const samples = generateSamples();

  it('reads, converts and measures them as we do', { timeout: TIMEOUT }, async () => {
    expect(samples.flatMap((sample) => checkSample(sample))).toEqual([]);
    const report = await giveToSlime(samples, options);

    expect(report.round_trip).toEqual([]);
    expect(report.train_error).toBeNull();
    const masks = samples.map((sample) =>
      sample.remove_sample ? 0 : effectiveResponseLength(sample),
    );
    expect(report.train_data).toMatchObject({
      tokens: samples.map(({ tokens }) => tokens.length),
      response_lengths: samples.map((sample) => sample.response_length),
      raw_reward: samples.map(({ reward }) => reward),
      truncated: samples.map(({ status }) => Number(status === 'truncated')),
      sample_indices: samples.map(({ index }) => index),
      rollout_mask_sums: masks,
      rollout_top_p_token_offsets: samples.map((sample) => sample.response_length + 1),
      rollout_routed_experts: samples.map(({ tokens }) => [tokens.length - 1, 1, 2]),
    });

    const metrics = createMetrics({ rewardKey: null });
    for (const sample of samples) metrics.addSample(sample);
    const { values } = metrics.read(SECONDS);
    expect(report.metrics_error).toBeNull();
    const measured = Object.entries(report.metrics ?? {});
    expect(measured.length).toBeGreaterThan(24);
    // Sums are added up in another order.
    const other = measured.filter(
      ([name, value]) => !(Math.abs((values[name] ?? NaN) - value) < 1e-9),
    );
    expect(other).toEqual([]);
  });

  it('notices a key that a line lacks', { timeout: TIMEOUT }, async () => {
    const [first] = samples;
    const { label: _, ...incomplete } = first ?? createSample();
    const path = join(dir, 'incomplete.jsonl');
    await writeFile(path, `${JSON.stringify(incomplete)}\n`);
    expect((await runSlime(path)).round_trip).toEqual([{ line: 1, keys: ['label'] }]);
  });

  it(
    'cannot take the mean over a failed sample, which has no reward',
    {
      timeout: TIMEOUT,
    },
    async () => {
      const failed = createSample({ index: 1, group_index: 0, status: 'failed' });
      failed.remove_sample = true;
      const report = await giveToSlime([...samples.slice(0, 1), failed], { rollout_top_p: 1 });
      expect(report.round_trip).toEqual([]);
      expect(report.train_data).toBeNull();
      expect(report.train_error).toMatch(/NoneType/);
    },
  );
});
