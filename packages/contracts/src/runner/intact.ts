// Functions that a plugin may replace by its own (fake clocks do); taken before one is loaded.

const { setImmediate, setTimeout, clearTimeout } = globalThis;

/** Milliseconds of a clock that only goes forward. */
export const now: () => number = performance.now.bind(performance);

/** Settles in a later turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Calls back later; gives a function that takes the timer back. */
export function later(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}
