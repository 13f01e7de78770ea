import { add, divide, multiply, negate, type Rational } from '../exact/rational.ts';
import { readUnit } from './read-unit.ts';
import { isSymbol, type Token } from './tokens.ts';
import { sameDimensions, type Unit } from './units.ts';

/** A quantity in several units, worth what its parts are together. */
export interface Compound {
  readonly value: Rational;
  readonly unit: Unit;
}

/** Units that are told together; of others, `5 m, 3 cm` are two lengths. */
const TOLD_TOGETHER =
  /^(?:feet|foot|ft|hours?|hrs?|h|minutes?|mins?|days?|weeks?|pounds?|lbs?|years?|yrs?|yards?)$/i;

/** The words of a part without what joins the next: `1 hour and 30 minutes`, `5 feet, 6 inches`. */
function withoutJoint(tokens: readonly Token[]): readonly Token[] {
  const words = [...tokens];
  const last = words.at(-1);
  if (last?.type === 'text' || last?.type === 'name') {
    const text = last.text.replace(/(?:^|[\s~,]+)and[\s~]*$/, '');
    words.splice(-1, 1, ...(text === '' ? [] : [{ ...last, text }]));
  }
  if (isSymbol(words.at(-1), ',')) words.pop();
  const isJoined = words.length < tokens.length || words.at(-1)?.text !== last?.text;
  return isJoined && !TOLD_TOGETHER.test(words.at(-1)?.text.trim() ?? '') ? [] : words;
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
  const isNegative = isSymbol(tokens[0], '-');
  const unsigned = isNegative ? tokens.slice(1) : tokens;
  if (unsigned[0]?.type !== 'number') return null;
  const parts = partsOf(unsigned);
  if (parts.length < 2 || parts.length > 4) return null;
  let whole: Compound | null = null;
  let last: Unit | null = null;
  for (const [at, [number, ...tail]] of parts.entries()) {
    const words = at < parts.length - 1 ? withoutJoint(tail) : tail;
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
  return whole === null || !isNegative ? whole : { ...whole, value: negate(whole.value) };
}

const isSmaller = ({ factor: a }: Unit, { factor: b }: Unit): boolean => a.n * b.d < b.n * a.d;
