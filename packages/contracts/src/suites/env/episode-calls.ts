import { copyPlain, readSnapshot } from 'slime-runtime/hosting';
import { type InteractionEnv, isSlimeError, type MaybePromise, type StepContext } from 'slime-sdk';
import type { Attempt, Trial } from '../../trial.ts';
import type { Response } from './turn-reader.ts';

/** A step and what `formatObservation` made of it, both as they were given. */
export interface Answer {
  result: unknown;
  /** Null where the loop does not ask: after `done` and after a turn that was cut. */
  messages: unknown;
}

/** Carries what a call threw to the end of an episode. */
export class EnvThrew extends Error {
  readonly where: string;
  readonly attempt: Attempt<never> & { ok: false };

  constructor(where: string, attempt: Attempt<never> & { ok: false }) {
    super(`${where}: ${attempt.text}`);
    this.name = 'EnvThrew';
    this.where = where;
    this.attempt = attempt;
  }
}

/** How calls are made. */
export interface CallOptions {
  trial: Trial;
  env: InteractionEnv<unknown>;
  seed: number;
  /** Of the first reset. */
  attempt: number;
  maxRetries: number;
  signal: AbortSignal;
  /** Called before each call. */
  before?: (where: string) => MaybePromise<void>;
  /** Called when a call has settled. */
  after?: () => void;
}

type Step = readonly [response: Response, context: Omit<StepContext, 'signal'>];

/**
 * The calls of one episode as the loop makes them: after a `RetryableEnvError` a turn is tried
 * again on the state before it, restored from a snapshot or replayed from a reset.
 */
export class EpisodeCalls {
  readonly #options: CallOptions;
  readonly #canSnapshot: boolean;
  readonly #log: Step[] = [];
  #attempt: number;
  retries = 0;

  constructor(options: CallOptions) {
    const { env } = options;
    this.#options = options;
    this.#attempt = options.attempt;
    this.#canSnapshot = typeof env.snapshot === 'function' && typeof env.restore === 'function';
  }

  /** @throws EnvThrew, Broken for a call that does not settle */
  reset(): Promise<unknown> {
    return this.#retrying(
      () => this.#reset(),
      async () => void (this.#attempt += 1),
    );
  }

  /** @throws EnvThrew, Broken for a call that does not settle */
  async step(...step: Step): Promise<Answer> {
    const { env } = this.#options;
    const snapshot = this.#canSnapshot
      ? await this.#call('snapshot', async () => readSnapshot(await env.snapshot?.()))
      : undefined;
    const answer = await this.#retrying(
      () => this.#step(...step),
      async () => {
        if (!this.#canSnapshot) return this.#replay();
        await this.#call('restore', () => env.restore?.(structuredClone(snapshot)));
      },
    );
    this.#log.push(step);
    return answer;
  }

  /** Metrics as they were given; null where the env has none. */
  async metrics(): Promise<unknown> {
    const { env } = this.#options;
    if (typeof env.metrics !== 'function') return null;
    return this.#call('metrics', () => env.metrics?.());
  }

  #reset(): Promise<unknown> {
    const { env, seed, signal } = this.#options;
    return this.#call('reset', () => env.reset({ seed, attempt: this.#attempt, signal }));
  }

  async #step({ text }: Response, context: Omit<StepContext, 'signal'>): Promise<Answer> {
    const { env, signal } = this.#options;
    const { turn, truncated } = context;
    const result: unknown = await this.#call(`step of turn ${turn}`, () =>
      env.step(text, { ...copyPlain(context), signal }),
    );
    if (truncated || isDone(result)) return { result, messages: null };
    const messages: unknown = await this.#call(`formatObservation of turn ${turn}`, () =>
      env.formatObservation(observationOf(result)),
    );
    return { result, messages };
  }

  async #replay(): Promise<void> {
    this.#attempt += 1;
    await this.#reset();
    for (const step of this.#log) await this.#step(...step);
  }

  async #retrying<T>(run: () => Promise<T>, prepare: () => Promise<void>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      try {
        if (tries > 0) await prepare();
        return await run();
      } catch (error) {
        const mayPass =
          error instanceof EnvThrew &&
          isSlimeError(error.attempt.thrown) &&
          error.attempt.thrown.code === 'SLIME_ENV_RETRYABLE';
        if (!mayPass || tries >= this.#options.maxRetries) throw error;
        this.retries += 1;
      }
    }
  }

  async #call<T>(where: string, run: () => MaybePromise<T>): Promise<T> {
    const { trial, before, after } = this.#options;
    if (before !== undefined) await before(where);
    const attempt = await trial.attempt(where, run);
    after?.();
    if (attempt.ok) return attempt.value;
    throw new EnvThrew(where, attempt);
  }
}

/** Whether a step says that the episode is over; other values than `true` do not. */
export function isDone(result: unknown): boolean {
  return field(result, 'done') === true;
}

/** The observation of a step, whatever the step gave. */
export function observationOf(result: unknown): unknown {
  return field(result, 'observation');
}

/** The reward of a step; undefined where there is none. */
export function rewardOf(result: unknown): unknown {
  return field(result, 'reward');
}

function field(result: unknown, key: string): unknown {
  return typeof result === 'object' && result !== null ? Reflect.get(result, key) : undefined;
}
