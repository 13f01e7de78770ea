import { setMaxListeners } from 'node:events';
import { TryFault } from './try-fault.ts';

/** What ends a call before its reply: the caller, the deadline, or the engine being closed. */
export interface CallSignal {
  /** Aborts with a {@link TryFault} as its reason. */
  readonly signal: AbortSignal;
  /** Ends the call with a fault of one's own. */
  end(fault: TryFault): void;
  /** Takes timer and listener away; to be called on every path. */
  release(): void;
}

/** Joins the caller's signal and a deadline over all tries of a call. */
export function openCallSignal(caller: AbortSignal, deadlineSeconds: number): CallSignal {
  const controller = new AbortController();
  const end = (fault: TryFault): void => controller.abort(fault);
  const onAbort = (): void => {
    end(new TryFault('aborted', 'the caller aborted', { retry: 'never', cause: caller.reason }));
  };
  const timer = setTimeout(() => {
    const message = `no reply within the deadline of ${deadlineSeconds} s`;
    end(new TryFault('deadline', message, { retry: 'never' }));
  }, deadlineSeconds * 1000);
  if (caller.aborted) {
    onAbort();
  } else {
    // Many generations may run under one signal: Node takes eleven listeners for a leak.
    setMaxListeners(0, caller);
    caller.addEventListener('abort', onAbort, { once: true });
  }
  return {
    signal: controller.signal,
    end,
    release() {
      clearTimeout(timer);
      caller.removeEventListener('abort', onAbort);
    },
  };
}
