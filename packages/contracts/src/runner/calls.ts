import type { MaybePromise } from 'slime-sdk';
import { describeThrown, originOf } from 'slime-runtime/hosting';
import { Broken, OutOfTime } from '../broken.ts';
import type { Attempt } from '../trial.ts';
import { bufferBytes, later, now } from './intact.ts';

/** Stands for the result of a call that took too long. */
const LATE = Symbol('late');

/** Bytes of buffers that a call may leave: memory that is not touched counts in no other limit. */
const MOST_BUFFER_BYTES = 2 ** 31;

/** Told of each call before it starts. */
export type OnCall = (where: string) => void;

/** Calls a plugin under a time limit and measures how long its calls hold the event loop. */
export class Calls {
  readonly seconds: number;
  readonly #onCall: OnCall;
  readonly #deadline: number;
  longestHoldMs = 0;
  /** A call was left out, since the time of the check was over: the case says nothing. */
  isCut = false;

  /** @param deadline of the check, by the clock {@link now}. */
  constructor(seconds: number, onCall: OnCall, deadline = Infinity) {
    this.seconds = seconds;
    this.#onCall = onCall;
    this.#deadline = deadline;
  }

  async call<T>(where: string, run: () => MaybePromise<T>): Promise<T> {
    const attempt = await this.attempt(where, run);
    if (attempt.ok) return attempt.value;
    throw new Broken({ expected: `${where} does not throw`, got: attempt.text });
  }

  async attempt<T>(where: string, run: () => MaybePromise<T>): Promise<Attempt<T>> {
    if (now() > this.#deadline) {
      this.isCut = true;
      throw new OutOfTime();
    }
    const attempt = await this.#attempt(where, run);
    assertMemory(where);
    return attempt;
  }

  async #attempt<T>(where: string, run: () => MaybePromise<T>): Promise<Attempt<T>> {
    this.#onCall(where);
    const started = now();
    let result: MaybePromise<T>;
    try {
      result = run();
      if (!isThenable(result)) return { ok: true, value: result };
    } catch (thrown) {
      return { ok: false, thrown, text: describe(thrown) };
    } finally {
      this.longestHoldMs = Math.max(this.longestHoldMs, now() - started);
    }
    return this.#settle(where, result);
  }

  async #settle<T>(where: string, result: PromiseLike<T>): Promise<Attempt<T>> {
    let stop = (): void => {};
    const late = new Promise<typeof LATE>((resolve) => {
      stop = later(this.seconds * 1000, () => resolve(LATE));
    });
    let value: T | typeof LATE;
    try {
      value = await Promise.race([result, late]);
    } catch (thrown) {
      return { ok: false, thrown, text: describe(thrown) };
    } finally {
      stop();
    }
    if (value !== LATE) return { ok: true, value };
    throw new Broken({
      expected: `${where} settles within ${this.seconds} s`,
      got: 'a promise that did not settle',
      final: true,
    });
  }
}

function assertMemory(where: string): void {
  const bytes = bufferBytes();
  if (bytes < MOST_BUFFER_BYTES) return;
  throw new Broken({
    expected: `${where} holds less than ${MOST_BUFFER_BYTES / 2 ** 20} MB of memory`,
    got: `buffers of ${(bytes / 1e9).toFixed(1)} GB`,
    final: true,
  });
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
