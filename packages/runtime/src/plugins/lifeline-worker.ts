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
const clock = new Int32Array(new SharedArrayBuffer(4));
for (;;) {
  Atomics.wait(clock, 0, 0, LOOK_MS);
  const isOrphan = process.ppid !== parent;
  const isHuge = process.memoryUsage.rss() > memoryMb * 2 ** 20;
  if (isHuge && !isOrphan) {
    process.kill(process.pid, MEMORY_SIGNAL);
    // A plugin may have taken that signal for itself.
    Atomics.wait(clock, 0, 0, LOOK_MS);
  }
  // The whole group: what the plugin started goes too.
  if (isHuge || isOrphan) process.kill(-process.pid, 'SIGKILL');
}
