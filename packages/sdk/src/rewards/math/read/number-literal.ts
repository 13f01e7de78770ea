import { MAX_WRITABLE_BITS, OverBound, Unwritable } from '../bounds.ts';
import { add, multiply, power, type Rational, rational } from '../exact/rational.ts';

/** A number as it is written, with the place where it ends. */
export interface NumberLiteral {
  readonly value: Rational;
  /** Digits alone: no point, no exponent. */
  readonly whole: boolean;
  readonly end: number;
}

/** Thousands in groups of three: `1,234,567`, `1{,}234`, `1,\! 234`, `1\!,\!234`, `1\,234`. */
const GROUPED = /\d{1,3}(?:(?:(?:\\!)?,\\! ?|(?:\\!)?\{,\}|\\,|\\!,?|,)\d{3})+(?!\d)/y;
/** The same where a bare comma separates the items of a bracket: none is written `000` or `050`. */
const GROUPED_IN_BRACKETS =
  /\d{1,3}(?:(?:(?:(?:\\!)?,\\! ?|(?:\\!)?\{,\}|\\,|\\!,?)\d{3})+|(?:,0\d\d)+)(?!\d)/y;
/** `12 345`, `12\;345`, `12~345`, but not the `1 234/567` of a mixed number. */
const SPACED = /\d{1,3}(?:(?: |~|\\[;: ])\d{3})+(?!\d| ?\/)/y;
const DIGITS = /\d+/y;
const FRACTION = /\.(\d+)/y;
const REPEATING = /\.(\d*)(?:\\(?:overline|bar)\s*\{(\d+)\}|\\dot\s*\{(\d)\})/y;
/** `0.333\\ldots`, `0.1212...`: one digit three times or more, several twice or more. */
const GOES_ON =
  /\.(\d{0,12}?)(?:(\d)\2{2,30}|(\d{2,6}?)\3{1,10})(?:\\(?:[lc]?dots|dots[bc])(?![A-Za-z])|\.{3}|…)/y;
const EXPONENT = /[eE]([+-]?\d{1,9})(?![\dA-Za-z])/y;

const MAX_DECIMAL_EXPONENT = 1000;
const TEN = rational(10n);

function match(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

function readWhole(source: string, at: number, inBrackets: boolean): RegExpExecArray | null {
  return (
    match(inBrackets ? GROUPED_IN_BRACKETS : GROUPED, source, at) ??
    match(SPACED, source, at) ??
    match(DIGITS, source, at)
  );
}

/** The value of the digits after the point, the last `repeating` of them without end. */
function fractionValue(digits: string, repeating: string): Rational {
  const scale = 10n ** BigInt(digits.length);
  const fixed = rational(digits === '' ? 0n : BigInt(digits), scale);
  if (repeating === '') return fixed;
  const nines = 10n ** BigInt(repeating.length) - 1n;
  return add(fixed, rational(BigInt(repeating), scale * nines));
}

/**
 * Reads the number that starts at `at`: `48`, `.5`, `1,234.5`, `0.\overline{3}`, `1.6e-19`.
 * Null where none starts.
 *
 * @throws OverBound for a decimal exponent past 1000.
 */
export function readNumber(source: string, at: number, inBrackets: boolean): NumberLiteral | null {
  const whole = readWhole(source, at, inBrackets);
  let end = at + (whole?.[0].length ?? 0);
  let value = rational(whole === null ? 0n : BigInt(whole[0].replace(/\D/g, '')));
  const repeating = match(REPEATING, source, end) ?? match(GOES_ON, source, end);
  const fraction = repeating ?? match(FRACTION, source, end);
  if (whole === null && fraction === null) return null;
  if (fraction !== null) {
    value = add(value, fractionValue(fraction[1] ?? '', fraction[2] ?? fraction[3] ?? ''));
    end += fraction[0].length;
  }
  const exponent = match(EXPONENT, source, end);
  if (exponent !== null) {
    const decimal = Number(exponent[1]);
    const size = Math.abs(decimal);
    if (size * Math.log2(10) > MAX_WRITABLE_BITS) throw new Unwritable('a decimal exponent');
    if (size > MAX_DECIMAL_EXPONENT) throw new OverBound('a decimal exponent');
    value = multiply(value, power(TEN, BigInt(decimal)));
    end += exponent[0].length;
  }
  return { value, whole: fraction === null && exponent === null, end };
}
