/** Listeners of the process, counted by event. */
export type ListenerCounts = ReadonlyMap<string, number>;

/** A plugin, and each library that it loads late, may clean up at the end of the process. */
const MOST_CLEAN_UPS = 3;

/** Counts the listeners of the process. */
export function countListeners(): ListenerCounts {
  return new Map(
    process.eventNames().map((event) => [String(event), process.listenerCount(event)]),
  );
}

/** Says which listeners came and went, in words; null where none did that matter. */
export function findListenerChange(before: ListenerCounts, after: ListenerCounts): string | null {
  for (const [event, count] of after) {
    const more = count - (before.get(event) ?? 0);
    const isCleanUp = event === 'exit' || event === 'beforeExit';
    if (more > (isCleanUp ? MOST_CLEAN_UPS : 0)) {
      return `${more} listeners of process "${event}" were added`;
    }
  }
  for (const [event, count] of before) {
    if ((after.get(event) ?? 0) < count) return `listeners of process "${event}" were removed`;
  }
  return null;
}
