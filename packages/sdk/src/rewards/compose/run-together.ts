import { joinSignals } from '../../join-signals.ts';

/**
 * Runs pieces of work at once under one signal. When one fails the others are aborted and waited
 * for, so that nothing runs on.
 *
 * @throws what the first of them failed with.
 */
export async function runTogether<Item, Result>(
  items: readonly Item[],
  signal: AbortSignal,
  run: (item: Item, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const failures: unknown[] = [];
  const failed = new AbortController();
  const joined = joinSignals(signal, failed.signal);
  try {
    const results = await Promise.allSettled(
      items.map(async (item) => {
        try {
          return await run(item, joined.signal);
        } catch (error) {
          failures.push(error);
          failed.abort(error);
          throw error;
        }
      }),
    );
    if (failures.length > 0) throw failures[0];
    return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  } finally {
    joined.release();
  }
}
