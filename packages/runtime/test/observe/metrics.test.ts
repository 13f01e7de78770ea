import { describe, expect, it } from 'vitest';
import type { Sample } from 'slime-sdk';
import type { EpisodeRecord } from '../../src/rollout/records.ts';
import { createMetrics, type RunMetrics } from '../../src/observe/metrics.ts';
import { makeEpisode, makeSample, makeTurn } from './sample-groups.ts';

function metricsOf(samples: Sample[], rewardKey: string | null = null, seconds = 10): RunMetrics {
  const metrics = createMetrics({ rewardKey });
  for (const sample of samples) metrics.addSample(sample);
  return metrics.read(seconds);
}

function episodeValues(episodes: EpisodeRecord[]): Record<string, number> {
  const metrics = createMetrics({ rewardKey: null });
  metrics.addEpisodes(episodes);
  const { values } = metrics.read(1);
  return Object.fromEntries(Object.entries(values).filter(([name]) => name.startsWith('episode/')));
}

/** A sample of `trained` trained tokens and `observed` others. */
function ofLength(index: number, trained: number, observed = 0, fields: Partial<Sample> = {}) {
  const mask = [...Array<number>(trained).fill(1), ...Array<number>(observed).fill(0)];
  return makeSample(index, 0, {
    tokens: [1, ...mask],
    response_length: mask.length,
    loss_mask: mask,
    rollout_log_probs: mask.map(() => 0),
    ...fields,
  });
}

describe('slime’s metrics', () => {
  it('takes lengths of trained tokens, with the exact median', () => {
    const { values } = metricsOf([
      ofLength(0, 1, 9),
      ofLength(1, 2),
      ofLength(2, 4),
      ofLength(3, 9),
    ]);
    expect(values['rollout/response_len/mean']).toBe(4);
    expect(values['rollout/response_len/median']).toBe(3);
    expect(values['rollout/response_len/max']).toBe(9);
    expect(values['rollout/response_len/min']).toBe(1);
  });

  it('counts groups of equal rewards by that reward', () => {
    const { values } = metricsOf([
      makeSample(0, 0, { reward: 1 }),
      makeSample(1, 0, { reward: 1 }),
      makeSample(2, 1, { reward: 0.25 }),
      makeSample(3, 1, { reward: 0.25 }),
      makeSample(4, 2, { reward: 0 }),
      makeSample(5, 2, { reward: 1 }),
    ]);
    const counts = Object.entries(values).filter(([name]) => name.includes('zero_std/'));
    expect(Object.fromEntries(counts)).toEqual({
      'rollout/zero_std/count_1': 1,
      'rollout/zero_std/count_0.2': 1,
    });
    expect(values['episode/zero_std_share']).toBe(2 / 3);
  });

  it('counts answers that graders stopped working on', () => {
    const over = { reward: 0, metadata: { reward_reason: 'over_bound' } };
    const { values } = metricsOf([makeSample(0, 0, over), makeSample(1, 0, { reward: 0 })]);
    expect(values['episode/reward/over_bound']).toBe(1);
    expect(metricsOf([makeSample(0, 0, { reward: 0 })]).values).not.toHaveProperty([
      'episode/reward/over_bound',
    ]);
  });

  it('averages truncation, repetition and the prefix cache', () => {
    const { values } = metricsOf([
      ofLength(0, 1, 0, {
        status: 'truncated',
        response: 'ab'.repeat(6_000),
        prefix_cache_info: { cached_tokens: 30, total_prompt_tokens: 40 },
      }),
      ofLength(1, 1, 0, { prefix_cache_info: { cached_tokens: 0, total_prompt_tokens: 60 } }),
    ]);
    expect(values['rollout/truncated_ratio']).toBe(0.5);
    expect(values['rollout/repetition_frac']).toBe(0.5);
    expect(values['rollout/prefix_cache_hit_rate']).toBe(0.3);
    expect(values['rollout/avg_cached_tokens_per_sample']).toBe(15);
  });

  it('has speculation and top-p only where the engine gave them', () => {
    expect(Object.keys(metricsOf([ofLength(0, 1)]).values).join()).not.toMatch(/spec_|top_p/);
    const { values } = metricsOf([
      ofLength(0, 2, 1, {
        rollout_top_p_token_ids: [1, 2, 3, 4],
        rollout_top_p_token_offsets: [0, 1, 4, 4],
        spec_info: {
          spec_accept_token_num: 3,
          spec_draft_token_num: 4,
          spec_verify_ct: 2,
          completion_token_num: 5,
        },
      }),
      ofLength(1, 1, 0, {
        remove_sample: true,
        rollout_top_p_token_ids: [1, 2, 3, 4, 5],
        rollout_top_p_token_offsets: [0, 5],
      }),
    ]);
    expect(values['rollout/spec_accept_rate']).toBe(0.375);
    expect(values['rollout/spec_accept_length']).toBe(1.25);
    expect(values['rollout/top_p_kept_vocab_per_token']).toBe(2);
  });

  it('measures the longest samples with and without the time outside generation', () => {
    const { values } = metricsOf([
      ofLength(0, 20, 20, { non_generation_time: 6 }),
      ofLength(1, 30, 10, { non_generation_time: 2 }),
      ofLength(2, 5, 0, { non_generation_time: 1 }),
    ]);
    expect(values).toMatchObject({
      'perf/rollout_time': 10,
      'perf/non_generation_time/mean': 3,
      'perf/tokens_per_sec': 8.5,
      'perf/longest_sample_tokens_per_sec': 4,
      'perf/longest_sample_non_generation_time': 4,
      'perf/longest_sample_tokens_per_sec_without_non_generation': 40 / 6,
      'perf/longest_effective_sample_tokens_per_sec': 3,
      'perf/longest_effective_sample_tokens_per_sec_without_non_generation': 30 / 8,
    });
  });
});

describe('rewards', () => {
  const failed = makeSample(1, 0, { status: 'failed', reward: null, remove_sample: true });

  it('leaves failed and aborted samples out of every number but their count', () => {
    const {
      values,
      prompts,
      reward_histogram: bars,
    } = metricsOf([
      makeSample(0, 0, { reward: 1 }),
      failed,
      makeSample(2, 0, { status: 'aborted', reward: null }),
      makeSample(3, 1, { status: 'failed', reward: null }),
    ]);
    expect(values['rollout/raw_reward']).toBe(1);
    expect(values['episode/pass_rate']).toBe(1);
    expect(values['episode/zero_std_share']).toBeUndefined();
    expect(prompts).toEqual([
      {
        group_index: 0,
        domain: null,
        scored: 1,
        failed: 1,
        tries: 3,
        episodes: 1,
        passed: 1,
        mean_reward: 1,
        pass_rate: 1,
        zero_std: null,
      },
      {
        group_index: 1,
        domain: null,
        scored: 0,
        failed: 1,
        tries: 1,
        episodes: 0,
        passed: 0,
        mean_reward: null,
        pass_rate: null,
        zero_std: null,
      },
    ]);
    expect(bars).toEqual([{ from: 1, to: 1, count: 1 }]);
  });

  it('never counts a failed sample that carries a reward all the same', () => {
    const broken = makeSample(0, 0, { status: 'failed', reward: 1 });
    expect(metricsOf([broken]).values['rollout/raw_reward']).toBeUndefined();
  });

  it('reads object rewards by the reward key', () => {
    const samples = [makeSample(0, 0, { reward: { score: 0.5, acc: 1 } })];
    expect(metricsOf(samples, 'acc').values['rollout/raw_reward']).toBe(1);
    expect(metricsOf(samples, null).values['rollout/raw_reward']).toBeUndefined();
  });

  it('counts fanned-out siblings as one attempt at the prompt, by the first', () => {
    const { prompts } = metricsOf([
      makeSample(0, 0, { reward: 1 }),
      makeSample(0, 0, { reward: 0.5 }),
      makeSample(1, 0, { reward: 0 }),
    ]);
    expect(prompts[0]?.pass_rate).toBe(0.5);
  });

  it('draws many rewards in ten bars that hold them all', () => {
    const samples = Array.from({ length: 101 }, (_, at) => makeSample(at, at, { reward: at }));
    const bars = metricsOf(samples).reward_histogram;
    expect(bars.map((bar) => bar.count)).toEqual([10, 10, 10, 10, 10, 10, 10, 10, 10, 11]);
    expect([bars[0]?.from, bars.at(-1)?.to]).toEqual([0, 100]);
  });
});

describe('episodes', () => {
  it('counts turns, endings, truncations, failures and retries by type', () => {
    const values = episodeValues([
      makeEpisode(0, 0, { turns: 2, ending: 'max_turns', engine_retries: { '503': 2 } }),
      makeEpisode(1, 0, { turns: 2, ending: 'env_done', env_retries: 1 }),
      makeEpisode(2, 0, {
        turns: 10,
        ending: 'env_failed',
        failure: { name: 'TypeError', message: 'm', code: null, where: 'step', turn: 9 },
        engine_retries: { '503': 1, reset: 1 },
      }),
    ]);
    expect(values).toEqual({
      'episode/count': 3,
      'episode/turns/mean': 14 / 3,
      'episode/turns/median': 2,
      'episode/turns/max': 10,
      'episode/turns/min': 2,
      'episode/turns/count_2': 2,
      'episode/turns/count_10': 1,
      'episode/seconds/mean': 1,
      'episode/seconds/median': 1,
      'episode/seconds/max': 1,
      'episode/seconds/min': 1,
      'episode/ending/max_turns': 1,
      'episode/ending/env_done': 1,
      'episode/ending/env_failed': 1,
      'episode/truncated/max_turns': 1,
      'episode/failed': 1,
      'episode/failure/env_failed/step/TypeError': 1,
      'episode/env_retries': 1,
      'episode/engine_retries/503': 3,
      'episode/engine_retries/reset': 1,
    });
  });

  it('keeps one message of each way to fail, whatever order the groups came in', () => {
    const failed = (index: number, message: string, where = 'step') =>
      makeEpisode(index, index, {
        ending: 'env_failed',
        failure: { name: 'EnvError', message, code: 'SLIME_ENV', where, turn: 0 },
      });
    const metrics = createMetrics({ rewardKey: null });
    for (const episode of [failed(3, 'third'), failed(9, 'reset', 'reset'), failed(1, 'first')]) {
      metrics.addEpisodes([episode]);
    }
    expect(metrics.read(1).failures).toEqual([
      { name: 'env_failed/step/EnvError', count: 2, example: 'first' },
      { name: 'env_failed/reset/EnvError', count: 1, example: 'reset' },
    ]);
  });

  it('counts a requeued episode once, by its last attempt', () => {
    const failure = { name: 'Error', message: 'm', code: null, where: 'reset', turn: null };
    const values = episodeValues([
      makeEpisode(0, 0, { attempt: 1, ending: 'env_done' }),
      makeEpisode(0, 0, { attempt: 0, ending: 'env_failed', failure }),
    ]);
    expect(values).toMatchObject({
      'episode/count': 1,
      'episode/ending/env_done': 1,
      'episode/requeued': 1,
    });
    expect(values['episode/failed']).toBeUndefined();
  });

  it('averages and adds up what environments measured over the episodes that measured it', () => {
    const values = episodeValues([
      makeEpisode(0, 0, { env_metrics: { moves: 2, lost: 1 } }),
      makeEpisode(1, 0, { env_metrics: { moves: 4, lost: NaN } }),
    ]);
    expect(values).toMatchObject({
      'episode/env/moves': 3,
      'episode/env/lost': 1,
      'episode/env_total/moves': 6,
      'episode/env_total/lost': 1,
    });
  });

  it('adds up what failed and requeued attempts spent, and leaves them out of the means', () => {
    const failure = { name: 'Error', message: 'm', code: null, where: 'step', turn: 0 };
    const failed = { ending: 'env_failed', failure } as const;
    const metrics = createMetrics({ rewardKey: null });
    metrics.addEpisodes([
      makeEpisode(0, 0, { ...failed, env_metrics: { cost: 4, lost: 1 } }),
      makeEpisode(0, 0, { attempt: 1, env_metrics: { cost: 2 } }),
      makeEpisode(1, 0, { ...failed, env_metrics: { cost: 8, free: 0 } }),
    ]);
    const { values } = metrics.read(1);
    expect(
      Object.fromEntries(
        Object.entries(values).filter(([name]) => name.startsWith('episode/env_')),
      ),
    ).toEqual({
      'episode/env_total/cost': 14,
      'episode/env_total/lost': 1,
      'episode/env_total/free': 0,
      'episode/env_failed_total/cost': 12,
      'episode/env_failed_total/lost': 1,
    });
    expect(values['episode/env/cost']).toBe(2);
    expect(values).not.toHaveProperty(['episode/env/lost']);
    expect(values['episode/count']).toBe(2);
  });

  it('sums up turns: cut observations, replies that were not used, seconds', () => {
    const metrics = createMetrics({ rewardKey: null });
    metrics.addTurn(makeTurn(0, 0, { observation_cut: true }));
    metrics.addTurn(makeTurn(0, 0, { discarded: [{ rid: 'a', cause: '503' }] }));
    expect(metrics.read(1).values).toMatchObject({
      'episode/observations_cut': 1,
      'episode/discarded_replies': 1,
      'episode/generate_seconds': 1,
      'episode/env_seconds': 0.5,
    });
  });
});

it('reads an empty run', () => {
  expect(metricsOf([])).toEqual({
    values: { 'perf/rollout_time': 10, 'episode/count': 0 },
    prompts: [],
    reward_histogram: [],
    pass: [],
    pass_reward: 1,
    domains: [],
    failures: [],
  });
});
