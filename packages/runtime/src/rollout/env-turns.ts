import {
  EnvError,
  isSlimeError,
  type JsonObject,
  type Message,
  type ResetResult,
  type StepContext,
} from 'slime-sdk';
import { isDeepStrictEqual } from 'node:util';
import type { EnvSession, HostedStep } from '../plugins/plugin-host.ts';

type StepInput = readonly [responseText: string, context: Omit<StepContext, 'signal'>];

/**
 * One episode's environment with retries: a turn that failed with {@link RetryableEnvError} is
 * tried again on the state before it, restored from a snapshot or replayed from a reset.
 */
export class EnvTurns {
  readonly #session: EnvSession;
  readonly #seed: number;
  readonly #maxRetries: number;
  /** What was stepped so far and what came back, for the replay. */
  readonly #log: { input: StepInput; messages: Message[] | null }[] = [];
  #first: ResetResult = {};
  #attempt = 0;
  #retries = 0;

  constructor(session: EnvSession, options: { seed: number; maxRetries: number }) {
    this.#session = session;
    this.#seed = options.seed;
    this.#maxRetries = options.maxRetries;
  }

  /** Retries so far in the episode. */
  get retries(): number {
    return this.#retries;
  }

  async reset(): Promise<ResetResult> {
    this.#first = await this.#retrying(
      () => this.#session.reset({ seed: this.#seed, attempt: this.#attempt }),
      async () => {
        this.#attempt += 1;
      },
    );
    return this.#first;
  }

  async step(...input: StepInput): Promise<HostedStep> {
    const snapshot = this.#session.canSnapshot ? await this.#session.snapshot() : undefined;
    const step = await this.#retrying(
      () => this.#session.step(...input),
      () => (this.#session.canSnapshot ? this.#session.restore(snapshot) : this.#replay()),
    );
    this.#log.push({ input, messages: step.messages });
    return step;
  }

  async #retrying<T>(run: () => Promise<T>, prepare: () => Promise<void>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      try {
        if (tries > 0) await prepare();
        return await run();
      } catch (error) {
        const mayPass = isSlimeError(error) && error.code === 'SLIME_ENV_RETRYABLE';
        if (!mayPass || tries >= this.#maxRetries) throw error;
        this.#retries += 1;
      }
    }
  }

  async #replay(): Promise<void> {
    this.#attempt += 1;
    const reset = await this.#session.reset({ seed: this.#seed, attempt: this.#attempt });
    this.#assertSame('reset', null, plain(this.#first), plain(reset));
    for (const { input, messages } of this.#log) {
      const step = await this.#session.step(...input);
      this.#assertSame('step', input[1].turn, messages, step.messages);
    }
  }

  #assertSame(where: string, turn: number | null, before: unknown, after: unknown): void {
    if (isDeepStrictEqual(before, after)) return;
    throw new EnvError(
      `the environment cannot be replayed: its ${turn === null ? 'reset' : `observation of turn ${turn}`} ` +
        'differs from the first run; make it deterministic by its seed, or give it snapshot() and restore()',
      { data: { where, turn } satisfies JsonObject },
    );
  }
}

/** What of a reset the policy saw. */
function plain(reset: ResetResult): Pick<ResetResult, 'messages' | 'tools'> {
  return {
    ...(reset.messages === undefined ? {} : { messages: reset.messages }),
    ...(reset.tools === undefined ? {} : { tools: reset.tools }),
  };
}
