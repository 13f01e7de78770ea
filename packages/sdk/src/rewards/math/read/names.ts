import type { FunctionName } from './expression.ts';

/** A function as it is spelt: some are written with others. */
export type SpeltFunction = FunctionName | 'sqrt' | 'exp' | 'lg';

const FUNCTIONS: ReadonlyMap<string, SpeltFunction> = new Map([
  ['sin', 'sin'],
  ['cos', 'cos'],
  ['tan', 'tan'],
  ['tg', 'tan'],
  ['cot', 'cot'],
  ['sec', 'sec'],
  ['csc', 'csc'],
  ['arcsin', 'arcsin'],
  ['asin', 'arcsin'],
  ['arccos', 'arccos'],
  ['acos', 'arccos'],
  ['arctan', 'arctan'],
  ['atan', 'arctan'],
  ['sinh', 'sinh'],
  ['cosh', 'cosh'],
  ['tanh', 'tanh'],
  ['ln', 'ln'],
  ['log', 'log'],
  ['lg', 'lg'],
  ['exp', 'exp'],
  ['abs', 'abs'],
  ['sqrt', 'sqrt'],
]);

const CONSTANTS: ReadonlyMap<string, string> = new Map([
  ['pi', 'pi'],
  ['\\pi', 'pi'],
  ['inf', 'infinity'],
  ['infty', 'infinity'],
  ['infinity', 'infinity'],
]);

/** Words of two letters: as products, `0 (or 5)` would be 0. */
const SHORT_WORDS: ReadonlySet<string> = new Set([
  'no',
  'or',
  'if',
  'is',
  'to',
  'of',
  'so',
  'ok',
  'vs',
]);

/** A run of letters as a formula reads it. */
export type NameMeaning =
  | { kind: 'function'; name: SpeltFunction; rest: string }
  | { kind: 'symbols'; names: readonly string[] }
  | { kind: 'word' };

/** The longest function that a run starts with: `sinx` is the sine of x. */
function leadingFunction(run: string): NameMeaning | null {
  for (let length = Math.min(run.length, 6); length >= 2; length -= 1) {
    const name = FUNCTIONS.get(run.slice(0, length).toLowerCase());
    const rest = run.slice(length);
    if (name !== undefined && rest.length <= 1) return { kind: 'function', name, rest };
  }
  return null;
}

/**
 * What a run of letters means: a function, a constant, a product of letters, or a word.
 *
 * Two letters are a product (`xy` is `yx`), except in {@link SHORT_WORDS}. Three or more are one only
 * where `attached` to a number, as in `2abc`.
 */
export function meaningOfName(run: string, attached: boolean): NameMeaning {
  const constant = CONSTANTS.get(run.toLowerCase());
  if (constant !== undefined) return { kind: 'symbols', names: [constant] };
  const called = leadingFunction(run);
  if (called !== null) return called;
  if (/[^A-Za-z]/.test(run) || run.length === 1) return { kind: 'symbols', names: [run] };
  if (run.length > 2 ? !attached : SHORT_WORDS.has(run.toLowerCase())) return { kind: 'word' };
  return { kind: 'symbols', names: run.split('') };
}
