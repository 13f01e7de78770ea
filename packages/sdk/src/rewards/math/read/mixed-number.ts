import { add, rational, type Rational } from '../exact/rational.ts';
import { isSymbol, type Token } from './tokens.ts';

/** A whole number and a proper fraction behind it, with the count of their tokens. */
export interface MixedNumber {
  readonly value: Rational;
  readonly width: number;
}

const wholeNumber = (token: Token | undefined): bigint | null =>
  token?.type === 'number' && token.whole ? token.value.n : null;

export function isFraction(token: Token | undefined): boolean {
  return token?.type === 'command' && ['frac', 'dfrac', 'tfrac'].includes(token.text);
}

interface Part {
  readonly value: bigint;
  readonly width: number;
}

/** One part of a `\frac`: `{12}` or one digit. */
function partAt(tokens: readonly Token[], at: number): Part | null {
  const token = tokens[at];
  const braced = isSymbol(token, '{') && isSymbol(tokens[at + 2], '}');
  const value = wholeNumber(braced ? tokens[at + 1] : token);
  if (value === null || (!braced && token?.text.length !== 1)) return null;
  return { value, width: braced ? 3 : 1 };
}

/** The `\frac{2}{5}` or `\frac25` at a place. */
function fractionAt(tokens: readonly Token[], at: number): [top: Part, bottom: Part] | null {
  const token = tokens[at];
  if (token?.type === 'number' && token.whole && /^\d\d$/.test(token.text)) {
    const [top = '', bottom = ''] = token.text;
    return [
      { value: BigInt(top), width: 1 },
      { value: BigInt(bottom), width: 0 },
    ];
  }
  const top = partAt(tokens, at);
  const bottom = top === null ? null : partAt(tokens, at + top.width);
  return top === null || bottom === null ? null : [top, bottom];
}

/** The `2/5` of `3 2/5`. */
function slashedAt(tokens: readonly Token[], at: number): [top: Part, bottom: Part] | null {
  const top = wholeNumber(tokens[at]);
  const bottom = wholeNumber(tokens[at + 2]);
  if (tokens[at]?.space !== true || top === null || bottom === null) return null;
  if (!isSymbol(tokens[at + 1], '/')) return null;
  return [
    { value: top, width: 1 },
    { value: bottom, width: 2 },
  ];
}

/**
 * Looks for a mixed number: `3\frac{2}{5}` and `3 2/5` are sums. Only looks: what is read twice at
 * every level of a nested fraction would take 2^depth readings.
 */
export function mixedNumberAt(tokens: readonly Token[], at: number): MixedNumber | null {
  const whole = wholeNumber(tokens[at]);
  if (whole === null) return null;
  const command = isFraction(tokens[at + 1]) ? 1 : 0;
  const parts = command === 1 ? fractionAt(tokens, at + 2) : slashedAt(tokens, at + 1);
  if (parts === null) return null;
  const [top, bottom] = parts;
  const width = 1 + command + top.width + bottom.width;
  if (top.value >= bottom.value || isSymbol(tokens[at + width], '^')) return null;
  return { value: add(rational(whole), rational(top.value, bottom.value)), width };
}
