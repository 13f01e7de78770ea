/** Commands that a number is written with: their letters name nothing. */
const ARITHMETIC = /\\(?:[dtc]?frac|sqrt|[dt]?binom|cdot|times|div|left|right|pi)(?![A-Za-z])/g;
/** `f(3)` and `x_1` are names that the digits belong to. */
const APPLIED = /[A-Za-z]\([^()]*\)|[A-Za-z]_(?:\{[^{}]*\}|\w)/g;
const OPERATION = /[\d+\-−*/^!]|\\(?:[dt]?frac|sqrt|cdot|times|div)(?![A-Za-z])/;

/** A side of an equation without the commands of arithmetic: its letters are names and words. */
export function lettersOf(side: string): string {
  return side.replaceAll(ARITHMETIC, '');
}

/**
 * Whether a side of an equation holds one unknown in a formula: `x+1 = 42` and `2x = 42` are yet to
 * be solved, `m+n = 42` and `f(3) = 42` state what is asked for.
 */
export function isToSolve(side: string): boolean {
  const named = side.replaceAll(APPLIED, 'name');
  const letters = lettersOf(named);
  if (/\p{L}{2}/u.test(letters)) return false;
  const unknowns = new Set(letters.match(/\p{L}/gu));
  return unknowns.size === 1 && OPERATION.test(named);
}
