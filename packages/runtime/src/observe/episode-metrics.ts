import type { TurnRecord } from '../rollout/records.ts';
import { EpisodeSums } from './episode-sums.ts';
import type { EpisodeLine } from './group-line.ts';
import { computeStatistics } from './statistics.ts';

/** What metrics read of a turn. */
export type TurnFacts = Pick<
  TurnRecord,
  'discarded' | 'observation_cut' | 'generate_seconds' | 'env_seconds'
>;

const TRUNCATED: ReadonlySet<string> = new Set([
  'max_turns',
  'response_budget',
  'context_budget',
  'length',
]);

/** Episodes that failed in one way, and what one of them said. */
export interface FailureMetrics {
  /** `ENDING/WHERE/NAME OF THE ERROR`. */
  name: string;
  count: number;
  /** The message of the episode of the lowest index. */
  example: string;
}

/** Our own metrics: how episodes went and ended, under `episode/`. */
export class EpisodeMetrics {
  /** The same episodes by prompt. */
  readonly sums: EpisodeSums;
  readonly #turns: number[] = [];
  readonly #seconds: number[] = [];
  readonly #counts = new Map<string, number>();
  readonly #failures = new Map<string, { count: number; index: number; example: string }>();

  /** `domainKey` is `--domain-key`. */
  constructor(domainKey: string | null) {
    this.sums = new EpisodeSums(domainKey);
  }

  /** The episodes of one group; of a requeued one the last attempt counts. */
  addGroup(episodes: readonly EpisodeLine[]): void {
    const last = new Map<number, EpisodeLine>();
    for (const episode of episodes) {
      const other = last.get(episode.index);
      if (other === undefined || other.attempt < episode.attempt) last.set(episode.index, episode);
    }
    for (const episode of last.values()) this.#addEpisode(episode);
    for (const episode of episodes) {
      if (last.get(episode.index) !== episode) this.sums.addRequeued(episode);
    }
  }

  addTurn(turn: TurnFacts): void {
    if (turn.observation_cut) this.#count('observations_cut');
    this.#count('discarded_replies', turn.discarded.length);
    this.#count('generate_seconds', turn.generate_seconds);
    this.#count('env_seconds', turn.env_seconds);
  }

  values(): Record<string, number> {
    const values: Record<string, number> = { 'episode/count': this.#turns.length };
    const put = (name: string, value: number): void => {
      values[`episode/${name}`] = value;
    };
    for (const [name, list] of [
      ['turns', this.#turns],
      ['seconds', this.#seconds],
    ] as const) {
      const statistics = computeStatistics(list);
      for (const [key, value] of Object.entries(statistics ?? {})) put(`${name}/${key}`, value);
    }
    const named = [...this.#counts].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
    for (const [name, value] of named) put(name, value);
    const env = Object.entries(this.sums.total().env);
    for (const [name, { mean }] of env) if (mean !== null) put(`env/${name}`, mean);
    for (const [name, figure] of env) put(`env_total/${name}`, figure.total);
    for (const [name, { failed_total: failed }] of env) {
      if (failed !== 0) put(`env_failed_total/${name}`, failed);
    }
    return values;
  }

  /** Ways to fail, the most frequent first. */
  failures(): FailureMetrics[] {
    return [...this.#failures]
      .map(([name, { count, example }]) => ({ name, count, example }))
      .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'en'));
  }

  #addEpisode(episode: EpisodeLine): void {
    this.#turns.push(episode.turns);
    this.#seconds.push(episode.seconds);
    this.#count(`turns/count_${episode.turns}`);
    this.#count(`ending/${episode.ending}`);
    if (TRUNCATED.has(episode.ending)) this.#count(`truncated/${episode.ending}`);
    if (episode.failure !== null) {
      const name = `${episode.ending}/${episode.failure.where}/${episode.failure.name}`;
      this.#count('failed');
      this.#count(`failure/${name}`);
      this.#addFailure(name, episode.index, episode.failure.message);
    }
    this.#count('env_retries', episode.env_retries);
    this.#count('requeued', episode.attempt);
    for (const [cause, times] of Object.entries(episode.engine_retries)) {
      this.#count(`engine_retries/${cause}`, times);
    }
    this.sums.add(episode);
  }

  #addFailure(name: string, index: number, example: string): void {
    const known = this.#failures.get(name);
    if (known === undefined) this.#failures.set(name, { count: 1, index, example });
    else {
      known.count += 1;
      if (index < known.index) Object.assign(known, { index, example });
    }
  }

  #count(name: string, times = 1): void {
    if (times !== 0) this.#counts.set(name, (this.#counts.get(name) ?? 0) + times);
  }
}
