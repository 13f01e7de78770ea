import { ConfigError, EngineError } from 'slime-sdk';
import { callAll } from '../../call-all.ts';
import { CallSignal } from './call-signal.ts';
import type { Counter } from './counter.ts';
import type { Exchange } from './exchange.ts';
import { statusFault } from './http-status.ts';
import { type RetriedResult, type RetryPolicy, withRetries } from './retry.ts';
import { createRids } from './rids.ts';
import { transportFault, TryFault } from './try-fault.ts';

/** Options that every engine client has. */
export interface EngineClientOptions {
  /** `http://host:port`, with a path where the engine has one. */
  url: string;
  /** Generations at a time, 1 or more; further ones wait for a connection. */
  concurrency: number;
  /** The run's own: letters and digits. Keeps the request ids of runs that share an engine apart. */
  nonce: string;
  /** Seconds for one `generate`, all its tries together; 14,400 as slime's router. */
  deadlineSeconds?: number;
  /** Tries of one `generate` in all; 5. */
  maxTries?: number;
  /** Pause before the second try, in seconds; four times as long before each further one; 0.1. */
  backoffSeconds?: number;
}

/** One try of a call. */
export interface Try {
  rid: string;
  isLast: boolean;
  signal: CallSignal;
}

/** The calls of an engine client: bounded by a deadline, retried, counted, and ended when it closes. */
export class EngineCalls {
  readonly #who: string;
  readonly #counter: Counter;
  readonly #policy: RetryPolicy;
  readonly #nextRid: () => string;
  readonly #deadlineSeconds: number;
  /** What runs, with its outcome. */
  readonly #running = new Map<CallSignal, Promise<unknown>>();
  #closed = false;

  /** @throws ConfigError for a nonce or number that cannot be used. */
  constructor(who: string, options: EngineClientOptions, counter: Counter) {
    const { maxTries = 5, backoffSeconds = 0.1, deadlineSeconds = 14_400 } = options;
    this.#who = who;
    this.#counter = counter;
    this.#nextRid = createRids(options.nonce);
    checkCount('concurrency', options.concurrency);
    checkCount('maxTries', maxTries);
    if (!(backoffSeconds >= 0)) {
      throw new ConfigError(`backoffSeconds ${backoffSeconds}: expected seconds, 0 or more`);
    }
    this.#policy = { maxTries, backoffSeconds };
    this.#deadlineSeconds = checkSeconds('deadlineSeconds', deadlineSeconds);
  }

  /**
   * Makes tries until one is usable.
   *
   * @throws EngineError when none is, and when the client is closed.
   */
  async run<T>(signal: AbortSignal, attempt: (one: Try) => Promise<T>): Promise<RetriedResult<T>> {
    if (this.#closed) throw new EngineError(`${this.#who}: the client is closed`);
    const call = new CallSignal(signal, this.#deadlineSeconds);
    this.#counter.add('requests');
    const work = this.#makeTries(call, attempt);
    this.#running.set(call, work);
    try {
      return await work;
    } catch (error) {
      this.#counter.add('failed');
      throw error;
    } finally {
      call.release();
      this.#running.delete(call);
    }
  }

  /** Ends every call. They have settled when this does. */
  async close(): Promise<void> {
    this.#closed = true;
    const running = [...this.#running];
    const fault = new TryFault('closed', 'the client was closed', { retry: 'never' });
    try {
      callAll(
        running.map(
          ([call]) =>
            () =>
              call.end(fault),
        ),
      );
    } finally {
      await Promise.allSettled(running.map(([, work]) => work));
    }
  }

  async #makeTries<T>(
    call: CallSignal,
    attempt: (one: Try) => Promise<T>,
  ): Promise<RetriedResult<T>> {
    return await withRetries({
      policy: this.#policy,
      who: this.#who,
      signal: call,
      nextRid: () => {
        this.#counter.add('tries');
        return this.#nextRid();
      },
      attempt: (rid, isLast) => attempt({ rid, isLast, signal: call }),
      onDiscard: (discarded) => this.#counter.add(`discarded_${discarded.reason}`),
    });
  }
}

/**
 * Bytes of a reply of status 200; the signal cancels the exchange.
 *
 * @throws TryFault for any other outcome.
 */
export async function readExchange(exchange: Exchange, signal: CallSignal): Promise<Buffer> {
  const forget = signal.whenEnded((fault) => exchange.cancel(fault));
  try {
    const { status, headers, body } = await exchange.reply;
    if (status !== 200) throw statusFault(status, headers, body);
    return body;
  } catch (error) {
    throw transportFault(error);
  } finally {
    forget();
  }
}

/** Gives a number of seconds back. @throws ConfigError when no timer can hold it. */
export function checkSeconds(name: string, seconds: number): number {
  // Beyond this a timer of Node's fires at once.
  if (seconds > 0 && seconds * 1000 < 2 ** 31) return seconds;
  throw new ConfigError(`${name} ${seconds}: expected seconds above 0 and below 2147483`);
}

function checkCount(name: string, count: number): void {
  if (Number.isInteger(count) && count >= 1) return;
  throw new ConfigError(`${name} ${count}: expected an integer of 1 or more`);
}
