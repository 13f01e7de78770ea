import type { Sample } from 'slime-sdk';
import type { GroupRecord } from '../rollout/records.ts';
import { type DomainMetrics, domainsOf, passesOf } from './domain-metrics.ts';
import { EpisodeMetrics, type FailureMetrics, type TurnFacts } from './episode-metrics.ts';
import type { EpisodeLine } from './group-line.ts';
import type { PassEstimate } from './pass-estimates.ts';
import {
  type HistogramBar,
  type PromptMetrics,
  RewardMetrics,
  type RewardOptions,
} from './reward-metrics.ts';
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
  /** For k from 1 to the most episodes of a prompt. */
  pass: PassEstimate[];
  /** From which reward on an episode has passed. */
  pass_reward: number;
  /** The same and more for each value of `--domain-key`; empty without that key. */
  domains: DomainMetrics[];
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
export function createMetrics(options: RewardOptions): Metrics {
  const { domainKey = null, configDomain = null } = options;
  const samples = new SampleMetrics();
  const rewards = new RewardMetrics(options);
  const episodes = new EpisodeMetrics(domainKey);
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
    read: (seconds) => {
      const prompts = rewards.prompts().map((prompt) => ({
        ...prompt,
        domain: prompt.domain ?? episodes.sums.domainOf(prompt.group_index) ?? configDomain,
      }));
      return {
        values: { ...samples.values(seconds), ...rewards.values(), ...episodes.values() },
        prompts,
        reward_histogram: rewards.histogram(),
        pass: passesOf(prompts),
        pass_reward: rewards.passReward,
        domains: domainKey === null ? [] : domainsOf(prompts, episodes.sums),
        failures: episodes.failures(),
      };
    },
  };
  return metrics;
}
