import { add, divide, multiply, type Rational } from '../exact/rational.ts';
import { readUnit } from './read-unit.ts';
import type { Token } from './tokens.ts';
import { sameDimensions, type Unit } from './units.ts';

/** A quantity in several units, worth what its parts are together. */
export interface Compound {
  readonly value: Rational;
  readonly unit: Unit;
}

/** The tokens of each number with the words behind it. */
function partsOf(tokens: readonly Token[]): Token[][] {
  const starts = tokens.flatMap((token, at) => (token.type === 'number' ? at : []));
  return starts.map((start, at) => tokens.slice(start, starts[at + 1]));
}

/**
 * Reads `2 hours 30 minutes` and `5 ft 6 in`: numbers in smaller and smaller units of one kind, as a
 * quantity in the first unit. Null for anything else. A bare number never stands for one.
 */
export function readCompound(tokens: readonly Token[], letters: boolean): Compound | null {
  if (tokens[0]?.type !== 'number') return null;
  const parts = partsOf(tokens);
  if (parts.length < 2 || parts.length > 4) return null;
  let whole: Compound | null = null;
  let last: Unit | null = null;
  for (const [number, ...words] of parts) {
    const measured = words.length === 0 ? null : readUnit(words, { letters, inText: false });
    if (number?.type !== 'number' || measured?.magnitude.n !== 1n) return null;
    const { unit } = measured;
    if (unit.powers.size !== 1) return null;
    if (last !== null && (!sameDimensions(last, unit) || !isSmaller(unit, last))) return null;
    last = unit;
    const first: Unit = whole?.unit ?? { ...unit, assumed: true };
    const share = divide(multiply(number.value, unit.factor), first.factor);
    whole = { value: whole === null ? share : add(whole.value, share), unit: first };
  }
  return whole;
}

const isSmaller = ({ factor: a }: Unit, { factor: b }: Unit): boolean => a.n * b.d < b.n * a.d;
