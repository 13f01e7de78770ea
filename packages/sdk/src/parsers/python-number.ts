import { pythonStrip } from './python-strip.ts';

const INTEGER = /^[+-]?\d+(?:_\d+)*$/;
const FLOAT =
  /^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?$/;

/**
 * Python's `int(text)`: white space around it and `1_000` are allowed, `1.0` is not.
 *
 * Undefined where Python raises, and for integers that a JavaScript number cannot hold: they
 * would be rounded.
 */
export function pythonInt(text: string): number | undefined {
  const digits = pythonStrip(text);
  if (!INTEGER.test(digits)) return undefined;
  const value = Number(digits.replaceAll('_', ''));
  // Python has no negative zero among its integers.
  return Number.isSafeInteger(value) ? value + 0 : undefined;
}

/** Python's `float(text)`; undefined where Python raises, and for infinities and NaN. */
export function pythonFloat(text: string): number | undefined {
  const digits = pythonStrip(text);
  if (!FLOAT.test(digits)) return undefined;
  const value = Number(digits.replaceAll('_', ''));
  return Number.isFinite(value) ? value : undefined;
}
