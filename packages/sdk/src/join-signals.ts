import { setMaxListeners } from 'node:events';

/** Several signals as one, until it is released. */
export interface JoinedSignal {
  readonly signal: AbortSignal;
  /** Takes the listeners away; to be called on every path. */
  release(): void;
}

/** Aborts with the reason of the first of `signals` that aborts. */
export function joinSignals(...signals: AbortSignal[]): JoinedSignal {
  const controller = new AbortController();
  const listeners = signals.map((signal) => {
    const abort = (): void => controller.abort(signal.reason);
    if (signal.aborted) abort();
    else {
      // Many calls may run under one signal: Node takes eleven listeners for a leak.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', abort, { once: true });
    }
    return () => signal.removeEventListener('abort', abort);
  });
  // A call adds listeners of its own for each try.
  setMaxListeners(0, controller.signal);
  return {
    signal: controller.signal,
    release() {
      for (const remove of listeners) remove();
    },
  };
}
