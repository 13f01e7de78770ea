import { setMaxListeners } from 'node:events';

/**
 * Calls back once when a signal fires; gives what takes that back. Hundreds of episodes may share
 * one signal, which Node.js would report as a leak.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  setMaxListeners(0, signal);
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}
