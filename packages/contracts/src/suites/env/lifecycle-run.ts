import { readMetrics, readReset, readSnapshot, ResultFault } from 'slime-runtime/hosting';
import type { InteractionEnv } from 'slime-sdk';
import type { Trial } from '../../trial.ts';
import { comparable } from './comparable.ts';
import { EnvThrew, EpisodeCalls, isDone, rewardOf } from './episode-calls.ts';
import { type EpisodeStart, taken } from './episode-start.ts';
import { playEpisode, visible } from './play-episode.ts';
import { type PlayedTurn, PolicyVoice } from './policy-voice.ts';
import { said } from './said.ts';
import type { EnvTarget } from './target.ts';
import { type Response, rowTools } from './turn-reader.ts';
import { stepOnce } from './with-env.ts';

/** An episode on the way: from a reset to the next one. */
interface Segment {
  seed: number;
  calls: EpisodeCalls;
  voice: PolicyVoice;
  /** Messages and tools of the reset. */
  first: unknown;
  responses: Response[];
  /** What was seen of each turn. */
  seen: unknown[];
}

/**
 * One environment under calls in any order. Calls that the loop makes must go well; others may
 * answer or throw. Whatever was called between, each episode from a reset on must go as on a new
 * environment.
 */
export class LifecycleRun {
  readonly #target: EnvTarget;
  readonly #trial: Trial;
  readonly #start: EpisodeStart;
  readonly #env: InteractionEnv<unknown>;
  readonly #controller = new AbortController();
  readonly #segments: Segment[] = [];
  #phase: 'new' | 'running' | 'over' | 'closed' = 'new';
  #saved: { snapshot: unknown; segment: Segment; length: number } | null = null;

  constructor(target: EnvTarget, trial: Trial, start: EpisodeStart, env: InteractionEnv<unknown>) {
    this.#target = target;
    this.#trial = trial;
    this.#start = start;
    this.#env = env;
  }

  async reset(seed: number): Promise<void> {
    const { signal } = this.#controller;
    const [trial, env, target] = [this.#trial, this.#env, this.#target];
    if (this.#phase === 'closed') {
      await trial.attempt('reset after close', () => env.reset({ seed, attempt: 0, signal }));
      return;
    }
    const { max_env_retries_per_turn: maxRetries } = target.world.args;
    const calls = new EpisodeCalls({ trial, env, seed, signal, attempt: 0, maxRetries });
    const result = await this.#inOrder('reset', () => calls.reset());
    const { messages, tools } = this.#read('reset', () => readReset(result));
    const { sample } = this.#start;
    const known = { tools: tools ?? rowTools(sample), messages: messages ?? sample.prompt };
    this.#segments.push({
      seed,
      calls,
      voice: new PolicyVoice(target, { ...this.#start, seed }, known),
      first: comparable({ messages: messages ?? null, tools: tools ?? null }),
      responses: [],
      seen: [],
    });
    this.#phase = 'running';
  }

  async step(played: PlayedTurn): Promise<void> {
    const segment = this.#segments.at(-1);
    if (this.#phase !== 'running' || segment === undefined) return this.#stepOutOfOrder();
    const { calls, voice, responses, seen } = segment;
    const turn = responses.length;
    const { spoken, context } = voice.say(played, turn);
    responses.push({ text: spoken.text, truncated: spoken.truncated });
    const { result, messages } = await this.#inOrder(`step of turn ${turn}`, () =>
      calls.step(spoken, context),
    );
    voice.hear(messages);
    const done = isDone(result);
    seen.push(comparable({ messages, done, reward: rewardOf(result) }));
    if (done || turn + 1 >= this.#target.world.args.max_turns) this.#phase = 'over';
  }

  /** Takes a snapshot in an episode; restores it when there is one of the same episode. */
  async snapshotOrRestore(): Promise<void> {
    const env = this.#env;
    const segment = this.#segments.at(-1);
    const isOpen = this.#phase === 'running' || this.#phase === 'over';
    if (!isOpen || segment === undefined) return;
    if (typeof env.snapshot !== 'function' || typeof env.restore !== 'function') return;
    if (this.#saved?.segment !== segment) {
      if (this.#phase === 'over') return;
      const raw: unknown = await this.#trial.call('snapshot', () => env.snapshot?.());
      const snapshot = this.#read('snapshot', () => readSnapshot(raw));
      this.#saved = { snapshot, segment, length: segment.responses.length };
      return;
    }
    const { snapshot, length } = this.#saved;
    await this.#trial.call('restore', () => env.restore?.(structuredClone(snapshot)));
    segment.responses.length = length;
    segment.seen.length = length;
    this.#phase = 'running';
  }

  async metrics(): Promise<void> {
    if (typeof this.#env.metrics !== 'function') return;
    const isOpen = this.#phase === 'running' || this.#phase === 'over';
    const result = await this.#trial.attempt<unknown>('metrics', () => this.#env.metrics?.());
    if (!isOpen) return;
    if (!result.ok) this.#trial.fail({ expected: 'metrics does not throw', got: result.text });
    this.#read('metrics', () => readMetrics(result.value));
  }

  async close(): Promise<void> {
    const where = this.#phase === 'closed' ? 'close after close' : 'close';
    await this.#trial.call(where, () => this.#env.close());
    this.#phase = 'closed';
  }

  /** Closes while a step is pending. */
  async closeUnderStep(): Promise<void> {
    const step = this.#stepOutOfOrder();
    const ends = await Promise.allSettled([this.close(), step]);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /** Compares each episode with one on a new environment. */
  async expectFreshEpisodes(): Promise<void> {
    if (!this.#target.plugin.declaration.deterministic) return;
    for (const { seed, first, responses, seen } of this.#segments) {
      const fresh = await playEpisode(this.#target, this.#trial, {
        start: taken({ ...this.#start, seed }),
        turns: responses,
        throws: 'record',
      });
      const { reset, turns, thrown } = visible(fresh);
      const what = 'an episode among these calls, against that of a new environment';
      this.#trial.equal(
        { reset: first, turns: seen, thrown: null },
        { reset, turns, thrown },
        `${what}, where ${said(responses)}`,
      );
    }
  }

  async #stepOutOfOrder(): Promise<void> {
    await stepOnce(this.#target, this.#trial, this.#env, {
      where: `step (${this.#phase})`,
      text: 'The answer is \\boxed{1}.',
      truncated: false,
      turn: this.#segments.at(-1)?.responses.length ?? 0,
      seed: this.#start.seed,
      signal: this.#controller.signal,
    });
  }

  /** A call that the loop makes: a throw breaks the law, but for a made-up sample at its reset. */
  async #inOrder<T>(where: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof EnvThrew)) throw error;
      this.#trial.require(where !== 'reset' || !this.#start.isMadeUp);
      const responses = where === 'reset' ? [] : (this.#segments.at(-1)?.responses ?? []);
      return this.#trial.fail({
        expected: `${where} does not throw`,
        got: error.message,
        note: said(responses),
      });
    }
  }

  #read<T>(where: string, read: () => T): T {
    try {
      return read();
    } catch (fault) {
      if (!(fault instanceof ResultFault)) throw fault;
      const expected = `a result of ${where} that can be read`;
      return this.#trial.fail({ expected, got: fault.message });
    }
  }
}
