import { setTimeout as delay } from 'node:timers/promises';
import { type DiscardedTry, EngineError } from 'slime-sdk';
import type { CallSignal } from './call-signal.ts';
import { pauseMs } from './pause.ts';
import { TryFault } from './try-fault.ts';

/** How often a request is sent. */
export interface RetryPolicy {
  /** Tries in all, 1 or more. */
  maxTries: number;
  /** Pause before the second try, in seconds; four times as long before each further one. */
  backoffSeconds: number;
}

/** One call, which may take several tries. */
export interface RetriedCall<T> {
  policy: RetryPolicy;
  /** Who is asked, for messages. */
  who: string;
  signal: CallSignal;
  nextRid: () => string;
  /** Throws a {@link TryFault} when the try cannot be used. */
  attempt: (rid: string, isLast: boolean) => Promise<T>;
  onDiscard: (fault: TryFault) => void;
}

/** A call that was answered, with the tries before. */
export interface RetriedResult<T> {
  value: T;
  rid: string;
  discarded: DiscardedTry[];
}

/**
 * Sends a request until a try is usable, with a new request id each time: an id that may still run
 * cannot be used again.
 *
 * @throws EngineError when a fault is final or the tries are used up; `data` has `cause`,
 *   `retryable`, `status` and `discarded`.
 */
export async function withRetries<T>(call: RetriedCall<T>): Promise<RetriedResult<T>> {
  const { policy, signal } = call;
  const discarded: DiscardedTry[] = [];
  for (let tries = 1; ; tries += 1) {
    const rid = call.nextRid();
    try {
      if (signal.fault !== undefined) throw signal.fault;
      return { value: await call.attempt(rid, tries >= policy.maxTries), rid, discarded };
    } catch (error) {
      if (!(error instanceof TryFault)) throw error;
      discarded.push({ rid, cause: error.reason });
      call.onDiscard(error);
      if (error.retry === 'never' || tries >= policy.maxTries) {
        throw giveUp(call.who, error, discarded);
      }
      await pause(call, error, tries, discarded);
    }
  }
}

/** Waits before the next try. */
async function pause<T>(
  call: RetriedCall<T>,
  fault: TryFault,
  tries: number,
  discarded: readonly DiscardedTry[],
): Promise<void> {
  const ms = pauseMs(call.policy.backoffSeconds, fault, tries);
  // What ended while its reply waited is told of by no listener any more.
  if (ms === 0 || call.signal.fault !== undefined) return;
  const controller = new AbortController();
  const forget = call.signal.whenEnded(() => controller.abort());
  try {
    await delay(ms, undefined, { signal: controller.signal });
  } catch (error) {
    const { fault: ended } = call.signal;
    throw ended === undefined ? error : giveUp(call.who, ended, discarded);
  } finally {
    forget();
  }
}

function giveUp(who: string, fault: TryFault, discarded: readonly DiscardedTry[]): EngineError {
  const tries = discarded.length > 1 ? ` (try ${discarded.length})` : '';
  return new EngineError(`${who}: ${fault.message}${tries}`, {
    cause: fault,
    data: {
      cause: fault.reason,
      retryable: fault.retry !== 'never',
      status: fault.status ?? null,
      discarded: discarded.map(({ rid, cause }) => ({ rid, cause })),
    },
  });
}
