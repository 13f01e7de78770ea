/**
 * Waits for work that knows of no signal, or not of it in time.
 *
 * @throws the reason of `signal` when that fires first; the work goes on.
 */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    stop = () => signal.removeEventListener('abort', abort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stop();
  }
}
