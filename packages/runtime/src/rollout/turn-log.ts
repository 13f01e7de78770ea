import {
  type DiscardedTry,
  type GenerateResult,
  type Ending,
  isSlimeError,
  type Message,
  type Observed,
  type Sample,
} from 'slime-sdk';
import type { HostedStep } from '../plugins/plugin-host.ts';
import type { EnvTurns } from './env-turns.ts';
import type { TurnRecord } from './records.ts';

/** Writes down each turn of an episode as it happens, also one that failed half-way. */
export class TurnLog {
  readonly records: TurnRecord[] = [];
  readonly #sampled = new Map<TurnRecord, Int32Array>();
  readonly #sample: Sample;
  readonly #attempt: number;
  readonly #keepIds: boolean;
  #envSeconds = 0;
  #segment = 0;

  /** @param options `keepIds`: for {@link discardUnused}, which needs what was sampled. */
  constructor(sample: Sample, attempt: number, { keepIds }: { keepIds: boolean }) {
    this.#sample = sample;
    this.#attempt = attempt;
    this.#keepIds = keepIds;
  }

  get envSeconds(): number {
    return this.#envSeconds;
  }

  /** What the engine said when it aborted the last turn. */
  get abortReason(): string {
    const finish = this.records.at(-1)?.finish;
    return finish?.type === 'abort' ? finish.message : 'aborted';
  }

  /** Times a request and writes down its reply, or the tries of one that failed. */
  async requesting(start: number, run: () => Promise<GenerateResult>): Promise<GenerateResult> {
    const record = this.#open(start);
    const started = performance.now();
    try {
      const result = await run();
      Object.assign(record, {
        rid: result.rid,
        discarded: [...result.discarded],
        tokens: result.ids.length,
        text: result.text,
        finish: result.finish,
        weight_version: result.weightVersion,
      } satisfies Partial<TurnRecord>);
      if (this.#keepIds) this.#sampled.set(record, result.ids);
      return result;
    } catch (error) {
      record.discarded = discardedOf(error);
      throw error;
    } finally {
      record.generate_seconds = secondsSince(started);
    }
  }

  async stepping(turns: EnvTurns, run: () => Promise<HostedStep>): Promise<HostedStep> {
    const record = this.#last();
    const started = performance.now();
    const before = turns.retries;
    try {
      const step = await run();
      record.done = step.done;
      record.reward = step.reward;
      record.info = step.info;
      return step;
    } finally {
      record.env_retries = turns.retries - before;
      record.env_seconds = secondsSince(started);
      this.#envSeconds += record.env_seconds;
    }
  }

  observed(messages: readonly Message[], observed: Observed & { appended: true }): void {
    const record = this.#last();
    record.observation = [...messages];
    record.observation_tokens = observed.tokens;
    record.observation_cut = observed.cut;
    record.observation_cuts = [...(observed.cuts ?? [])];
  }

  /** Turns from now on stand in this one of the episode's samples. */
  inSegment(segment: number): void {
    this.#segment = segment;
  }

  /**
   * Writes down as discarded what was sampled and stands in none of the samples: a generate function
   * may keep the best of several tapes. No two turns stand at one place.
   */
  discardUnused(samples: readonly Pick<Sample, 'tokens'>[]): void {
    const taken = samples.map(() => new Set<number>());
    for (const [record, ids] of this.#sampled) {
      const at = samples.findIndex(
        ({ tokens }, sample) =>
          taken[sample]?.has(record.start) === false && standsAt(ids, tokens, record.start),
      );
      if (at < 0) record.discarded_cause ??= 'unused';
      else taken[at]?.add(record.start);
    }
  }

  end(ending: Ending): void {
    const record = this.records.at(-1);
    if (record !== undefined) record.ending = ending;
  }

  #open(start: number): TurnRecord {
    const record: TurnRecord = {
      index: this.#sample.index ?? 0,
      group_index: this.#sample.group_index ?? 0,
      attempt: this.#attempt,
      turn: this.records.length,
      segment: this.#segment,
      rid: null,
      discarded: [],
      discarded_cause: null,
      start,
      tokens: 0,
      text: '',
      finish: null,
      weight_version: null,
      observation: null,
      observation_tokens: 0,
      observation_cut: false,
      observation_cuts: [],
      done: false,
      reward: null,
      info: null,
      env_retries: 0,
      ending: null,
      generate_seconds: 0,
      env_seconds: 0,
    };
    this.records.push(record);
    return record;
  }

  #last(): TurnRecord {
    const record = this.records.at(-1);
    if (record === undefined) throw new TypeError('no turn was sampled');
    return record;
  }
}

function standsAt(ids: Int32Array, tokens: readonly number[], start: number): boolean {
  return ids.every((id, at) => tokens[start + at] === id);
}

/** The tries of a generation that failed for good, as the engine's error lists them. */
function discardedOf(error: unknown): DiscardedTry[] {
  const list = isSlimeError(error) ? error.data['discarded'] : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((item) =>
    typeof item === 'object' &&
    item !== null &&
    !Array.isArray(item) &&
    typeof item['rid'] === 'string' &&
    typeof item['cause'] === 'string'
      ? [{ rid: item['rid'], cause: item['cause'] }]
      : [],
  );
}

function secondsSince(started: number): number {
  return Math.round(performance.now() - started) / 1000;
}
