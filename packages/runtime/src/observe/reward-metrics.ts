import type { Sample } from 'slime-sdk';
import { OVER_BOUND } from '../rollout/over-bound.ts';
import { roundToTenth } from './python-round.ts';
import { domainOf } from './domain-of.ts';
import { rewardValue } from './reward-value.ts';
import { computeStatistics, mean } from './statistics.ts';

/** What the samples of one prompt were worth. */
export interface PromptMetrics {
  group_index: number | null;
  /**
   * Its value of `--domain-key` in the metadata, else in what the env's reset said to one of its
   * episodes, else in the custom configuration; null without.
   */
  domain: string | null;
  /** Scored samples; failed and aborted ones are in no number here. */
  scored: number;
  failed: number;
  /** Episodes of any end; fanned-out siblings are one. */
  tries: number;
  /** Scored episodes, and those of them whose reward reached `--pass-reward`. */
  episodes: number;
  passed: number;
  /** Null when no sample was scored. */
  mean_reward: number | null;
  /** Share of scored episodes that passed. */
  pass_rate: number | null;
  /** All rewards equal, so that the group teaches nothing; null with fewer than two. */
  zero_std: boolean | null;
}

/** One bar: rewards from `from` up to `to`, the last bar with its end. */
export interface HistogramBar {
  from: number;
  to: number;
  count: number;
}

/** What decides the numbers of rewards. */
export interface RewardOptions {
  /** `--reward-key`. */
  rewardKey: string | null;
  /** `--pass-reward`: from here on an episode has passed. Default 1. */
  passReward?: number;
  /** `--domain-key`. */
  domainKey?: string | null;
  /** What the custom configuration has under that key: the domain of prompts that have no other. */
  configDomain?: string | null;
}

interface PromptRewards {
  domain: string | null;
  tries: Set<number | null>;
  rewards: number[];
  /** One reward an episode: fanned-out siblings are one attempt at the prompt. */
  episodes: Map<number | null, number>;
  failed: number;
}

/** Gathers rewards by prompt. Failures have none and enter no number but their own count. */
export class RewardMetrics {
  /** From which reward on an episode has passed. */
  readonly passReward: number;
  readonly #options: RewardOptions;
  readonly #prompts = new Map<number | null, PromptRewards>();
  #overBound = 0;

  constructor(options: RewardOptions) {
    this.#options = options;
    this.passReward = options.passReward ?? 1;
  }

  add(sample: Sample): void {
    const prompt = this.#prompt(sample.group_index);
    // A generate function may tell it, and a sample that failed before is silent.
    prompt.domain ??= domainOf(sample.metadata, this.#options.domainKey);
    prompt.tries.add(sample.index);
    if (sample.status === 'failed') {
      prompt.failed += 1;
      return;
    }
    const reward = rewardValue(sample, this.#options.rewardKey);
    if (reward === null) return;
    prompt.rewards.push(reward);
    if (sample.metadata['reward_reason'] === OVER_BOUND) this.#overBound += 1;
    if (!prompt.episodes.has(sample.index)) prompt.episodes.set(sample.index, reward);
  }

  /** slime's names, and the run's pass rate and zero-std share. */
  values(): Record<string, number> {
    const rewards = this.#rewards();
    const statistics = computeStatistics(rewards);
    const prompts = this.prompts();
    const passRates = prompts.flatMap(({ pass_rate: rate }) => (rate === null ? [] : [rate]));
    const spread = prompts.flatMap(({ zero_std: zero }) => (zero === null ? [] : [Number(zero)]));
    return {
      ...this.#zeroStdCounts(),
      ...(statistics === null
        ? {}
        : {
            'rollout/raw_reward': statistics.mean,
            'episode/reward/mean': statistics.mean,
            'episode/reward/median': statistics.median,
            'episode/reward/max': statistics.max,
            'episode/reward/min': statistics.min,
          }),
      ...(this.#overBound === 0 ? {} : { 'episode/reward/over_bound': this.#overBound }),
      ...(passRates.length === 0 ? {} : { 'episode/pass_rate': mean(passRates) }),
      ...(spread.length === 0 ? {} : { 'episode/zero_std_share': mean(spread) }),
    };
  }

  prompts(): PromptMetrics[] {
    return [...this.#prompts]
      .map(([groupIndex, { domain, tries, rewards, episodes, failed }]) => {
        const passed = [...episodes.values()].filter((reward) => this.#hasPassed(reward)).length;
        return {
          group_index: groupIndex,
          domain,
          scored: rewards.length,
          failed,
          tries: tries.size,
          episodes: episodes.size,
          passed,
          mean_reward: rewards.length === 0 ? null : mean(rewards),
          pass_rate: episodes.size === 0 ? null : passed / episodes.size,
          zero_std: rewards.length < 2 ? null : isConstant(rewards),
        };
      })
      .sort((a, b) => (a.group_index ?? -1) - (b.group_index ?? -1));
  }

  /** A bar for each value where there are few, else ten of one width. */
  histogram(): HistogramBar[] {
    const rewards = this.#rewards();
    const distinct = [...new Set(rewards)].sort((a, b) => a - b);
    if (distinct.length <= MAX_BARS) {
      return distinct.map((value) => ({ from: value, to: value, count: countOf(rewards, value) }));
    }
    const from = distinct[0] ?? 0;
    const width = ((distinct.at(-1) ?? 0) - from) / MAX_BARS;
    const bars = Array.from({ length: MAX_BARS }, (_, bar) => ({
      from: from + bar * width,
      to: from + (bar + 1) * width,
      count: 0,
    }));
    for (const reward of rewards) {
      const bar = bars[Math.min(MAX_BARS - 1, Math.floor((reward - from) / width))];
      if (bar !== undefined) bar.count += 1;
    }
    return bars;
  }

  #rewards(): number[] {
    return [...this.#prompts.values()].flatMap((prompt) => prompt.rewards);
  }

  /** slime's `zero_std/count_<reward>`: groups whose rewards are all equal, groups of one too. */
  #zeroStdCounts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { rewards } of this.#prompts.values()) {
      const [first] = rewards;
      if (first === undefined || !isConstant(rewards)) continue;
      const name = `rollout/zero_std/count_${roundToTenth(first)}`;
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }

  #prompt(groupIndex: number | null): PromptRewards {
    let prompt = this.#prompts.get(groupIndex);
    if (prompt === undefined) {
      prompt = {
        domain: null,
        tries: new Set(),
        rewards: [],
        episodes: new Map(),
        failed: 0,
      };
      this.#prompts.set(groupIndex, prompt);
    }
    return prompt;
  }

  #hasPassed(reward: number): boolean {
    return reward >= this.passReward - TOLERANCE;
  }
}

/** By how much a reward may fall short for want of digits; tau-bench's. */
const TOLERANCE = 1e-6;

const MAX_BARS = 10;

function isConstant(rewards: readonly number[]): boolean {
  return rewards.every((reward) => reward === rewards[0]);
}

function countOf(rewards: readonly number[], value: number): number {
  return rewards.reduce((count, reward) => count + Number(reward === value), 0);
}
