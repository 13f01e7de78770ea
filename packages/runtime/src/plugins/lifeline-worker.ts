import { workerData } from 'node:worker_threads';
import { MEMORY_SIGNAL } from './child-limits.ts';

// A thread of every child process. It ends the process when its parent is gone, also where the
// plugin holds the event loop and `disconnect` cannot be heard, and when it takes too much memory.

const LOOK_MS = 250;

/** What the thread is told. */
export interface Lifeline {
  /** The parent's process id. */
  parent: number;
  /** Megabytes of memory that the whole process may hold. */
  memoryMb: number;
}

const { parent, memoryMb }: Lifeline = workerData;
/** Most that it held so far, which may have been its parent's when it was forked. */
const atStart = process.resourceUsage().maxRSS;
const clock = new Int32Array(new SharedArrayBuffer(4));
for (;;) {
  Atomics.wait(clock, 0, 0, LOOK_MS);
  const isOrphan = process.ppid !== parent;
  const isHuge = megabytes() > memoryMb;
  if (isHuge && !isOrphan) {
    process.kill(process.pid, MEMORY_SIGNAL);
    // A plugin may have taken that signal for itself.
    Atomics.wait(clock, 0, 0, LOOK_MS);
  }
  // The whole group: what the plugin started goes too.
  if (isHuge || isOrphan) process.kill(-process.pid, 'SIGKILL');
}

/** What the process holds, or held between two looks. */
function megabytes(): number {
  const most = process.resourceUsage().maxRSS;
  if (most > atStart && most > memoryMb * 2 ** 10) return most / 2 ** 10;
  try {
    return process.memoryUsage.rss() / 2 ** 20;
  } catch {
    // It reads a file, and the plugin has opened all that it may.
    return 0;
  }
}
