import { multiply, ONE, power, type Rational, rational } from '../exact/rational.ts';
import { isSymbol, type Token } from './tokens.ts';

/** A unit of measure: what it is worth in the base units of its dimensions. */
export interface Unit {
  readonly factor: Rational;
  /** Exponent of each base unit; empty for a bare number. */
  readonly powers: ReadonlyMap<string, number>;
}

/** What stands behind a number: its unit, and the worth of words such as `million`. */
export interface MeasuredIn {
  readonly unit: Unit;
  readonly magnitude: Rational;
}

/** The unit of a bare number. */
export const BARE: Unit = { factor: ONE, powers: new Map() };

/** names (singular), base unit, value in it as a fraction */
const TABLE: readonly (readonly [string, string, bigint, bigint])[] = [
  ['m meter metre', 'meter', 1n, 1n],
  ['mm millimeter millimetre', 'meter', 1n, 1000n],
  ['cm centimeter centimetre', 'meter', 1n, 100n],
  ['dm decimeter decimetre', 'meter', 1n, 10n],
  ['km kilometer kilometre', 'meter', 1000n, 1n],
  ['in inch', 'meter', 254n, 10_000n],
  ['ft foot feet', 'meter', 3048n, 10_000n],
  ['yd yard', 'meter', 9144n, 10_000n],
  ['mi mile', 'meter', 1_609_344n, 1000n],
  ['s sec second', 'second', 1n, 1n],
  ['ms millisecond', 'second', 1n, 1000n],
  ['min minute', 'second', 60n, 1n],
  ['h hr hour', 'second', 3600n, 1n],
  ['day', 'second', 86_400n, 1n],
  ['week wk', 'second', 604_800n, 1n],
  // Months and years have no fixed number of days.
  ['month', 'month', 1n, 1n],
  ['year yr', 'month', 12n, 1n],
  ['g gram gm', 'gram', 1n, 1n],
  ['mg milligram', 'gram', 1n, 1000n],
  ['kg kilogram', 'gram', 1000n, 1n],
  ['lb pound', 'gram', 45_359_237n, 100_000n],
  ['oz ounce', 'gram', 45_359_237n, 1_600_000n],
  ['$ dollar usd', 'dollar', 1n, 1n],
  ['¢ cent', 'dollar', 1n, 100n],
  ['degree deg', 'degree', 1n, 1n],
  ['% percent', 'percent', 1n, 1n],
  ['c celsius', 'celsius', 1n, 1n],
  ['f fahrenheit', 'fahrenheit', 1n, 1n],
  ['k kelvin', 'kelvin', 1n, 1n],
  ['n newton', 'newton', 1n, 1n],
  ['j joule', 'joule', 1n, 1n],
  ['w watt', 'watt', 1n, 1n],
  ['v volt', 'volt', 1n, 1n],
  ['a amp ampere', 'ampere', 1n, 1n],
  ['mol mole', 'mole', 1n, 1n],
  ['hz hertz', 'hertz', 1n, 1n],
  ['rad radian', 'radian', 1n, 1n],
];

/** Units that are powers of a length: a litre is a cubic decimetre. */
const VOLUMES: readonly (readonly [string, bigint])[] = [
  ['l liter litre', 1000n],
  ['ml milliliter millilitre cc', 1_000_000n],
];

/** Units that are a length by a time: names, metres a second as a fraction. */
const SPEEDS: readonly (readonly [string, bigint, bigint])[] = [
  ['mph', 1_609_344n, 3_600_000n],
  ['kph kmh kmph', 1000n, 3600n],
];

const UNITS: ReadonlyMap<string, Unit> = new Map([
  ...TABLE.flatMap(([names, base, n, d]) =>
    names
      .split(' ')
      .map((name): [string, Unit] => [
        name,
        { factor: rational(n, d), powers: new Map([[base, 1]]) },
      ]),
  ),
  ...VOLUMES.flatMap(([names, parts]) =>
    names
      .split(' ')
      .map((name): [string, Unit] => [
        name,
        { factor: rational(1n, parts), powers: new Map([['meter', 3]]) },
      ]),
  ),
  ...SPEEDS.flatMap(([names, n, d]) =>
    names.split(' ').map((name): [string, Unit] => [
      name,
      {
        factor: rational(n, d),
        powers: new Map([
          ['meter', 1],
          ['second', -1],
        ]),
      },
    ]),
  ),
  ['unit', BARE],
]);

const MULTIPLIERS: ReadonlyMap<string, Rational> = new Map([
  ['thousand', rational(10n ** 3n)],
  ['million', rational(10n ** 6n)],
  ['billion', rational(10n ** 9n)],
  ['trillion', rational(10n ** 12n)],
]);

const PREFIXES: ReadonlyMap<string, number> = new Map([
  ['square', 2],
  ['sq', 2],
  ['cubic', 3],
  ['cu', 3],
]);

/** Singular of a unit's name as the table has it, or null. */
function knownName(word: string): string | null {
  const lower = word.toLowerCase();
  const candidates = [lower, lower.replace(/s$/, ''), lower.replace(/es$/, '')];
  return candidates.find((name) => UNITS.has(name)) ?? null;
}

/** Whether a run of letters names a unit, or a magnitude such as `million`. */
export function isUnitWord(word: string): boolean {
  const lower = word.toLowerCase();
  return knownName(word) !== null || MULTIPLIERS.has(lower) || PREFIXES.has(lower);
}

/** The unit that a word names; a word outside the table is a unit of its own. */
export function unitNamed(word: string): Unit {
  const known = knownName(word);
  if (known !== null) return UNITS.get(known) ?? BARE;
  const name = word.toLowerCase().replace(/s$/, '');
  return { factor: ONE, powers: new Map([[name, 1]]) };
}

/** The product of a unit and a power of another. */
export function timesUnit(unit: Unit, other: Unit, exponent = 1): Unit {
  const powers = new Map(unit.powers);
  for (const [base, own] of other.powers) {
    const sum = (powers.get(base) ?? 0) + own * exponent;
    if (sum === 0) powers.delete(base);
    else powers.set(base, sum);
  }
  return { factor: multiply(unit.factor, power(other.factor, BigInt(exponent))), powers };
}

const PIECE = /\s+|\^\s*\{?\s*(-?\d)\s*\}?|(\p{L}+)|([$¢%°])|([/*.·])/uy;

/** The words of a unit as they are written; text commands opened, braces dropped. */
function written(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const text = token.type === 'text' ? token.text.replace(/\\[ ,;:!]|~/g, ' ') : token.text;
      return (token.space ? ' ' : '') + text.replaceAll('$$', '$').replaceAll('\\%', '%');
    })
    .join('');
}

class UnitReader {
  unit: Unit = BARE;
  magnitude: Rational = ONE;
  #exponent = 1;
  #sign = 1;
  #last: Unit | null = null;
  #lastSign = 1;

  /** Takes one word. */
  word(word: string): void {
    const lower = word.toLowerCase();
    const multiplier = MULTIPLIERS.get(lower);
    const prefix = PREFIXES.get(lower);
    if (multiplier !== undefined) {
      this.magnitude = multiply(this.magnitude, multiplier);
    } else if (prefix !== undefined) this.#exponent = prefix;
    else if (lower === 'per') this.#sign = -1;
    else if (lower === 'squared') this.raise(2);
    else if (lower === 'cubed') this.raise(3);
    else this.#take(unitNamed(word));
  }

  /** Takes `/`. */
  over(): void {
    this.#sign = -1;
  }

  /** Takes the exponent of the last unit. */
  raise(exponent: number): void {
    if (this.#last === null) return;
    this.unit = timesUnit(this.unit, this.#last, this.#lastSign * (exponent - 1));
  }

  #take(unit: Unit): void {
    this.unit = timesUnit(this.unit, unit, this.#sign * this.#exponent);
    this.#last = unit;
    this.#lastSign = this.#sign;
    this.#sign = 1;
    this.#exponent = 1;
  }
}

/**
 * Reads a unit from the tokens behind a number: `cm^2`, `\text{ m/s}`, `square feet`, `%`,
 * `million dollars`. Null where they are no unit. A letter that stands alone outside a text command is
 * a unit only where `letters` says so, or behind the bar of a unit in words: `km/h`.
 */
export function readUnit(tokens: readonly Token[], letters: boolean): MeasuredIn | null {
  const variable = (token: Token, at: number): boolean =>
    token.type === 'name' &&
    token.text.length === 1 &&
    !(isSymbol(tokens[at - 1], '/') && isUnitWord(token.text));
  if (!letters && tokens.some(variable)) return null;
  const source = written(tokens)
    .replace(/\bper\s+cent\b/giu, 'percent')
    // Metres a second, not a part of a thousandth of one.
    .replace(/\bms(?=\s*\^\s*\{?\s*-)/gu, 'm s');
  const reader = new UnitReader();
  let at = 0;
  while (at < source.length) {
    PIECE.lastIndex = at;
    const piece = PIECE.exec(source);
    if (piece === null) return null;
    const [text, exponent, word, sign, operator] = piece;
    if (word !== undefined) reader.word(word);
    else if (sign !== undefined) reader.word(sign === '°' ? 'degree' : sign);
    else if (exponent !== undefined) reader.raise(Number(exponent));
    else if (operator === '/') reader.over();
    at += text.length;
  }
  return { unit: reader.unit, magnitude: reader.magnitude };
}

/** Whether two units measure the same thing. */
export function sameDimensions(a: Unit, b: Unit): boolean {
  return (
    a.powers.size === b.powers.size &&
    [...a.powers].every(([base, exponent]) => b.powers.get(base) === exponent)
  );
}

/** Whether a unit is the first power of one base unit. */
export function isUnitOf({ powers }: Unit, base: string): boolean {
  return powers.size === 1 && powers.get(base) === 1;
}

/** Whether a unit is one of a bare number. */
export function isBare(unit: Unit): boolean {
  return unit.powers.size === 0;
}
