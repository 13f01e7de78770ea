import type { TryFault } from './try-fault.ts';

/** Longest pause that we choose ourselves. */
const MAX_MS = 5000;

/**
 * Milliseconds to wait after a fault of the `tries`-th try: what the server asked for, else four
 * times as long each time. None after a reply that broke the protocol, which made us wait already.
 *
 * A fifth of jitter keeps the retries of many calls apart; it has no effect on what is sampled.
 */
export function pauseMs(
  backoffSeconds: number,
  { retry, retryAfterMs }: Pick<TryFault, 'retry' | 'retryAfterMs'>,
  tries: number,
): number {
  if (retryAfterMs !== undefined) return retryAfterMs;
  if (retry === 'now') return 0;
  const full = backoffSeconds * 1000 * 4 ** (tries - 1);
  return Math.min(full, MAX_MS) * (0.8 + Math.random() * 0.4);
}
