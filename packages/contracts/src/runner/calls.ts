import type { MaybePromise } from 'slime-sdk';
import { describeThrown, originOf } from 'slime-runtime/hosting';
import { Broken } from '../broken.ts';
import type { Attempt } from '../trial.ts';

/** Told of each call before it starts. */
export type OnCall = (where: string) => void;

/** Calls a plugin under a time limit and measures how long its calls hold the event loop. */
export class Calls {
  readonly seconds: number;
  readonly #onCall: OnCall;
  longestHoldMs = 0;

  constructor(seconds: number, onCall: OnCall) {
    this.seconds = seconds;
    this.#onCall = onCall;
  }

  async call<T>(where: string, run: () => MaybePromise<T>): Promise<T> {
    const attempt = await this.attempt(where, run);
    if (attempt.ok) return attempt.value;
    throw new Broken({ expected: `${where} does not throw`, got: attempt.text });
  }

  async attempt<T>(where: string, run: () => MaybePromise<T>): Promise<Attempt<T>> {
    this.#onCall(where);
    const started = performance.now();
    try {
      const result = run();
      this.#held(started);
      if (!isThenable(result)) return { ok: true, value: result };
      return { ok: true, value: await this.#settle(where, result) };
    } catch (thrown) {
      if (thrown instanceof Late) throw new Broken(thrown.breach);
      this.#held(started);
      return { ok: false, thrown, text: describe(thrown) };
    }
  }

  #held(started: number): void {
    this.longestHoldMs = Math.max(this.longestHoldMs, performance.now() - started);
  }

  async #settle<T>(where: string, result: PromiseLike<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Late(where, this.seconds)), this.seconds * 1000);
    });
    try {
      return await Promise.race([result, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

class Late extends Error {
  readonly breach: { expected: string; got: string; final: true };

  constructor(where: string, seconds: number) {
    super(where);
    this.breach = {
      expected: `${where} settles within ${seconds} s`,
      got: 'a promise that did not settle',
      final: true,
    };
  }
}

function describe(thrown: unknown): string {
  const origin = originOf(thrown);
  return describeThrown(thrown) + (origin === null ? '' : ` (${origin})`);
}

function isThenable<T>(value: MaybePromise<T>): value is Promise<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}
