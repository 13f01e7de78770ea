import type { Sample } from 'slime-sdk';
import type { GroupRecord } from '../rollout/records.ts';
import { EpisodeMetrics, type FailureMetrics, type TurnFacts } from './episode-metrics.ts';
import type { EpisodeLine } from './group-line.ts';
import { type HistogramBar, type PromptMetrics, RewardMetrics } from './reward-metrics.ts';
import { SampleMetrics } from './sample-metrics.ts';

/** The numbers of a run, as `metrics.json` has them. */
export interface RunMetrics {
  /**
   * By name: `rollout/…` and `perf/…` are slime's (slime/observability/rollout_metrics.py),
   * `episode/…` ours. Numbers of rewards are of scored samples only.
   */
  values: Record<string, number>;
  prompts: PromptMetrics[];
  reward_histogram: HistogramBar[];
  /** Ways in which episodes failed, each with a message; the most frequent first. */
  failures: FailureMetrics[];
}

/** Gathers the metrics of a run as its groups finish. */
export interface Metrics {
  addGroup(group: GroupRecord): void;
  addSample(sample: Sample): void;
  addTurn(turn: TurnFacts): void;
  /** The episodes of one group. */
  addEpisodes(episodes: readonly EpisodeLine[]): void;
  /** The metrics so far, `seconds` into the run. */
  read(seconds: number): RunMetrics;
}

/** Makes an empty accumulator; it holds some numbers of each sample and episode, and no tokens. */
export function createMetrics(options: { rewardKey: string | null }): Metrics {
  const samples = new SampleMetrics();
  const rewards = new RewardMetrics(options.rewardKey);
  const episodes = new EpisodeMetrics();
  const metrics: Metrics = {
    addGroup: (group) => {
      for (const sample of group.samples) metrics.addSample(sample);
      for (const turn of group.turns) metrics.addTurn(turn);
      metrics.addEpisodes(group.episodes);
    },
    addSample: (sample) => {
      samples.add(sample);
      rewards.add(sample);
    },
    addTurn: (turn) => episodes.addTurn(turn),
    addEpisodes: (list) => episodes.addGroup(list),
    read: (seconds) => ({
      values: { ...samples.values(seconds), ...rewards.values(), ...episodes.values() },
      prompts: rewards.prompts(),
      reward_histogram: rewards.histogram(),
      failures: episodes.failures(),
    }),
  };
  return metrics;
}
