import { setMaxListeners } from 'node:events';
import { EnvError, type Outcome, type Sample } from 'slime-sdk';
import { type EpisodeContext, type EpisodeResult, runEpisode } from './episode.ts';
import { FailureShare } from './failure-share.ts';
import type { TrainInputSource } from '../vision/train-inputs.ts';
import type { GroupRecord } from './records.ts';
import { type Scored, scoreGroup, scoreSingle, type Scoring } from './score.ts';
import { settleGroup } from './settle-group.ts';
import { Slots } from './slots.ts';

/** Times that the failure policy `requeue` runs an episode again. */
const MAX_REQUEUES = 2;

/** Finished groups that may wait to be handed on: each is held in memory. */
const MAX_HANDING = 16;

/** A run: episodes on one engine, scored and handed on group by group. */
export interface RolloutRun {
  context: EpisodeContext;
  scoring: Scoring;
  /** Groups in order: n siblings of a prompt, and the epoch they are drawn in. */
  groups: AsyncIterable<{ epoch: number; samples: Sample[] }>;
  /** Takes each finished group; while too many wait for it, no new group is begun. */
  onGroup(group: GroupRecord): Promise<void>;
  signal: AbortSignal;
}

/**
 * Runs all groups with `sglang_server_concurrency` episodes in flight.
 *
 * Resolves when every started group is done or the signal stopped the run; groups that were cut
 * short are not handed on.
 *
 * @throws EnvError under the failure policy `fail_run`, and when too many episodes fail.
 */
export async function runRollout(run: RolloutRun): Promise<void> {
  await new Rollout(run).run();
}

class Rollout {
  readonly #run: RolloutRun;
  readonly #slots: Slots;
  readonly #failures: FailureShare;
  readonly #stop = new AbortController();
  /** Finished groups that are being handed on. */
  readonly #handing = new Set<Promise<void>>();
  #error: Error | undefined;

  constructor(run: RolloutRun) {
    this.#run = run;
    this.#slots = new Slots(run.context.args.sglang_server_concurrency);
    this.#failures = new FailureShare(run.context.args);
    // Every episode listens to it.
    setMaxListeners(0, this.#stop.signal);
  }

  async run(): Promise<void> {
    const { signal } = this.#run;
    const onAbort = (): void => this.#stop.abort(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    const open = new Set<Promise<void>>();
    try {
      for await (const { epoch, samples } of this.#run.groups) {
        while (this.#handing.size >= MAX_HANDING) await Promise.race(this.#handing);
        const episodes: Promise<EpisodeResult[] | null>[] = [];
        for (const sample of samples) {
          await this.#slots.acquire();
          if (this.#stop.signal.aborted) break;
          episodes.push(this.#episode(sample, epoch));
        }
        if (this.#stop.signal.aborted) {
          await Promise.all(episodes);
          break;
        }
        const group = this.#finishGroup(episodes).finally(() => open.delete(group));
        open.add(group);
      }
    } catch (error) {
      this.#fail(error);
    } finally {
      await Promise.all(open);
      signal.removeEventListener('abort', onAbort);
    }
    if (this.#error !== undefined) throw this.#error;
  }

  /** An episode with its requeued attempts, the last one at the end; null when the run stopped. */
  async #episode(sample: Sample, epoch: number): Promise<EpisodeResult[] | null> {
    try {
      const attempts: EpisodeResult[] = [];
      for (let attempt = 0; ; attempt += 1) {
        const result = await this.#attempt(sample, { epoch, attempt });
        if (this.#stop.signal.aborted) return null;
        attempts.push(result);
        if (!this.#mayRequeue(result, attempt)) break;
        for (const turn of result.turns) turn.discarded_cause = 'requeued';
      }
      const last = attempts.at(-1);
      // What a group's reward makes of it is known when the group is done.
      if (last !== undefined && !this.#run.context.args.group_rm) this.#count(last);
      return attempts;
    } catch (error) {
      this.#fail(error);
      return null;
    } finally {
      this.#slots.release();
    }
  }

  async #attempt(
    sample: Sample,
    place: { epoch: number; attempt: number },
  ): Promise<EpisodeResult> {
    const { context, scoring } = this.#run;
    const result = await runEpisode(context, sample, place, this.#stop.signal);
    if (context.args.group_rm) return result;
    const scored = await Promise.all(
      result.scored.map((item) => scoreSingle(scoring, item, this.#stop.signal)),
    );
    return withOutcomes(result, scored);
  }

  #mayRequeue(result: EpisodeResult, attempt: number): boolean {
    return (
      this.#run.context.args.failure_policy === 'requeue' &&
      attempt < MAX_REQUEUES &&
      result.record.failure !== null &&
      result.record.ending !== 'data_failed'
    );
  }

  /** Counts an episode once, however many samples it gave. */
  #count({ record, scored }: EpisodeResult): void {
    const failed = scored.map((item) => item.outcome).find(isFailed);
    if (failed === undefined) {
      this.#failures.scored();
      return;
    }
    const { error, ending } = failed;
    if (this.#run.context.args.failure_policy === 'fail_run') {
      throw new EnvError(
        `episode ${record.index} ended as ${ending} under --failure-policy fail_run: ${error.where}: ${error.message}`,
      );
    }
    this.#failures.failed(ending, error);
  }

  async #finishGroup(episodes: readonly Promise<EpisodeResult[] | null>[]): Promise<void> {
    const all = await Promise.all(episodes);
    const done = all.filter((attempts) => attempts !== null);
    if (done.length < all.length) return;
    try {
      const finals = done.flatMap((attempts) => attempts.slice(-1));
      const results = await this.#scoreGroup(finals);
      if (this.#stop.signal.aborted) return;
      if (this.#run.context.args.group_rm) for (const result of results) this.#count(result);
      const samples = settleGroup(
        results.flatMap((result) => result.scored),
        this.#run.context.args.failure_policy,
      );
      await this.#hand({
        group_index: results[0]?.record.group_index ?? 0,
        samples,
        pictures: picturesOf(samples, results),
        episodes: results.map((result) => result.record),
        turns: done.flatMap((attempts, at) => [
          ...attempts.slice(0, -1).flatMap((result) => result.turns),
          ...(results[at]?.turns ?? []),
        ]),
      });
    } catch (error) {
      this.#fail(error);
    }
  }

  async #hand(group: GroupRecord): Promise<void> {
    const handing = this.#run.onGroup(group);
    // The race must not throw: who waits for the group learns of its error.
    const settled = handing.then(
      () => undefined,
      () => undefined,
    );
    this.#handing.add(settled);
    try {
      await handing;
    } finally {
      this.#handing.delete(settled);
    }
  }

  async #scoreGroup(results: EpisodeResult[]): Promise<EpisodeResult[]> {
    const { context, scoring } = this.#run;
    if (!context.args.group_rm) return results;
    const items = results.flatMap((result) => result.scored);
    const scored = await scoreGroup(scoring, items, this.#stop.signal);
    let at = 0;
    return results.map((result) => {
      const own = scored.slice(at, at + result.scored.length);
      at += result.scored.length;
      return withOutcomes(result, own);
    });
  }

  #fail(error: unknown): void {
    this.#error ??= error instanceof Error ? error : new Error(String(error));
    this.#stop.abort(error);
  }
}

/** Pictures of the samples, once each. */
function picturesOf(
  samples: readonly Sample[],
  results: readonly EpisodeResult[],
): ReadonlyMap<string, TrainInputSource> {
  const ids = new Set(samples.map((sample) => sample.multimodal_train_input_id));
  const pictures = results.flatMap((result) => result.pictures).filter(({ id }) => ids.has(id));
  return new Map(pictures.map((found) => [found.id, found]));
}

/**
 * Puts the scored items in, and a grader's failure into the record and the last turn. The grader
 * failed the episode when it failed one of its samples.
 */
function withOutcomes(result: EpisodeResult, items: Scored[]): EpisodeResult {
  const failed = items.map((item) => item.outcome).find(isFailed);
  const scored = failed === undefined ? items : items.map((item) => ({ ...item, outcome: failed }));
  if (failed === undefined || result.record.failure !== null) return { ...result, scored };
  const last = result.turns.at(-1);
  if (last !== undefined) last.ending = failed.ending;
  return {
    ...result,
    scored,
    record: { ...result.record, ending: failed.ending, failure: failed.error },
  };
}

function isFailed(outcome: Outcome): outcome is Extract<Outcome, { kind: 'failed' }> {
  return outcome.kind === 'failed';
}
