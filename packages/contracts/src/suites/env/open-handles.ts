import { readdirSync } from 'node:fs';

/** Where Linux lists the open files of a process; other systems have no such list. */
const DESCRIPTORS = '/proc/self/fd';

/** What of the process is open, by kind: timers, sockets, child processes, files, listeners. */
export function openHandles(): Record<string, number> {
  const open: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) open[kind] = (open[kind] ?? 0) + 1;
  const descriptors = openFiles();
  if (descriptors !== null) open['open files and sockets'] = descriptors;
  for (const event of process.eventNames()) {
    open[`listeners of process "${String(event)}"`] = process.listenerCount(event);
  }
  return open;
}

/** What there is more of, in words: `Timeout: 1, then 31`; null where nothing has grown. */
export function growthOf(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): string | null {
  const grown = Object.entries(after).filter(([kind, count]) => count > (before[kind] ?? 0));
  if (grown.length === 0) return null;
  return grown.map(([kind, count]) => `${kind}: ${before[kind] ?? 0}, then ${count}`).join(', ');
}

/** Files and sockets that the process has open; null where the system does not say. */
export function openFiles(): number | null {
  if (process.platform !== 'linux') return null;
  return readdirSync(DESCRIPTORS).length;
}
