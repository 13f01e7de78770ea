import { domainOf } from './domain-of.ts';
import type { EpisodeLine } from './group-line.ts';

/** What one number of an env's `metrics()` came to. */
export interface EnvFigure {
  /** Over the episodes that measured it and did not fail; null when all failed. */
  mean: number | null;
  /** Of all episodes. */
  total: number;
  /** The part of the total that failed episodes and requeued attempts measured. */
  failed_total: number;
}

/** What some episodes came to. */
export interface EpisodeTotals {
  episodes: number;
  failed: number;
  /** Null without episodes. */
  mean_turns: number | null;
  /** By the names of the env's `metrics()`. */
  env: Record<string, EnvFigure>;
}

/** What some episodes measured of one thing. */
interface EnvSum {
  /** Of the `count` episodes that did not fail. */
  sum: number;
  count: number;
  /** Of the others. */
  failed: number;
}

const NOTHING: EnvSum = { sum: 0, count: 0, failed: 0 };

interface PromptSums {
  domain: string | null;
  episodes: number;
  failed: number;
  turns: number;
  env: Map<string, EnvSum>;
}

/** Adds up what episodes took, by prompt, so that any set of prompts can be summed up. */
export class EpisodeSums {
  readonly #domainKey: string | null;
  readonly #prompts = new Map<number, PromptSums>();

  /** `domainKey` is `--domain-key`. */
  constructor(domainKey: string | null) {
    this.#domainKey = domainKey;
  }

  add(episode: EpisodeLine): void {
    const prompt = this.#prompt(episode.group_index);
    prompt.episodes += 1;
    prompt.failed += Number(episode.failure !== null);
    prompt.turns += episode.turns;
    this.#measure(episode, episode.failure !== null);
  }

  /** Adds an attempt that was requeued: no episode, and what it spent is spent. */
  addRequeued(attempt: EpisodeLine): void {
    this.#measure(attempt, true);
  }

  /** The domain of a prompt by what its environments said when they were reset. */
  domainOf(groupIndex: number | null): string | null {
    return (groupIndex === null ? undefined : this.#prompts.get(groupIndex))?.domain ?? null;
  }

  /** Sums up some prompts, or all; in their order, so that the sums do not depend on time. */
  total(groups: readonly (number | null)[] = [...this.#prompts.keys()]): EpisodeTotals {
    const totals = { episodes: 0, failed: 0, turns: 0 };
    const env = new Map<string, EnvSum>();
    for (const group of [...groups].sort((a, b) => (a ?? -1) - (b ?? -1))) {
      const prompt = group === null ? undefined : this.#prompts.get(group);
      if (prompt === undefined) continue;
      totals.episodes += prompt.episodes;
      totals.failed += prompt.failed;
      totals.turns += prompt.turns;
      for (const [name, more] of prompt.env) {
        const { sum, count, failed } = env.get(name) ?? NOTHING;
        env.set(name, {
          sum: sum + more.sum,
          count: count + more.count,
          failed: failed + more.failed,
        });
      }
    }
    const { episodes, failed, turns } = totals;
    return {
      episodes,
      failed,
      mean_turns: episodes === 0 ? null : turns / episodes,
      env: Object.fromEntries(
        [...env].map(([name, { sum, count, failed: lost }]) => [
          name,
          { mean: count === 0 ? null : sum / count, total: sum + lost, failed_total: lost },
        ]),
      ),
    };
  }

  #measure(episode: EpisodeLine, isFailed: boolean): void {
    const { group_index: group, reset_info: info, env_metrics: metrics } = episode;
    const prompt = this.#prompt(group);
    // One that failed before its reset said it is of the domain of its siblings and other attempts.
    prompt.domain ??= domainOf(info, this.#domainKey);
    const { env } = prompt;
    for (const [name, value] of Object.entries(metrics)) {
      if (value === null || !Number.isFinite(value)) continue;
      const { sum, count, failed } = env.get(name) ?? NOTHING;
      env.set(
        name,
        isFailed
          ? { sum, count, failed: failed + value }
          : { sum: sum + value, count: count + 1, failed },
      );
    }
  }

  #prompt(groupIndex: number): PromptSums {
    let prompt = this.#prompts.get(groupIndex);
    if (prompt === undefined) {
      prompt = { domain: null, episodes: 0, failed: 0, turns: 0, env: new Map() };
      this.#prompts.set(groupIndex, prompt);
    }
    return prompt;
  }
}
