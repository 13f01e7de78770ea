import { getHeapStatistics } from 'node:v8';

// Functions that a plugin may replace by its own (fake clocks do); taken before one is loaded.

const { setImmediate, setTimeout, clearTimeout } = globalThis;

/** Milliseconds of a clock that only goes forward. */
export const now: () => number = performance.now.bind(performance);

const heapStatistics = getHeapStatistics;
const bytesAtStart = heapStatistics().external_memory;

/** Bytes of buffers that are held outside of the heap, more than before a plugin was loaded. */
export function bufferBytes(): number {
  return heapStatistics().external_memory - bytesAtStart;
}

/** Settles in a later turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Calls back later; gives a function that takes the timer back. */
export function later(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}
