import { ONE, rational, type Rational } from '../exact/rational.ts';
import { BARE, type Unit } from './units.ts';

/** names (singular), base unit, value in it as a fraction */
const TABLE: readonly (readonly [string, string, bigint, bigint])[] = [
  ['m meter metre', 'meter', 1n, 1n],
  ['mm millimeter millimetre', 'meter', 1n, 1000n],
  ['cm CM centimeter centimetre', 'meter', 1n, 100n],
  ['dm decimeter decimetre', 'meter', 1n, 10n],
  ['km Km KM kilometer kilometre', 'meter', 1000n, 1n],
  ['in In IN inch', 'meter', 254n, 10_000n],
  ['ft Ft FT foot feet', 'meter', 3048n, 10_000n],
  ['yd YD yard', 'meter', 9144n, 10_000n],
  ['mi Mi MI mile', 'meter', 1_609_344n, 1000n],
  ['s sec second', 'second', 1n, 1n],
  ['ms millisecond', 'second', 1n, 1000n],
  ['min minute', 'second', 60n, 1n],
  ['h hr Hr HR hour', 'second', 3600n, 1n],
  ['day', 'second', 86_400n, 1n],
  ['week wk WK', 'second', 604_800n, 1n],
  // Months and years have no fixed number of days.
  ['month', 'month', 1n, 1n],
  ['year yr Yr YR', 'month', 12n, 1n],
  ['g gram gm GM', 'gram', 1n, 1n],
  ['mg milligram', 'gram', 1n, 1000n],
  ['kg Kg KG kilogram', 'gram', 1000n, 1n],
  ['lb Lb LB pound', 'gram', 45_359_237n, 100_000n],
  ['oz Oz OZ ounce', 'gram', 45_359_237n, 1_600_000n],
  ['$ dollar usd', 'dollar', 1n, 1n],
  ['¢ cent', 'dollar', 1n, 100n],
  ['€ euro eur', 'euro', 1n, 1n],
  ['£ sterling gbp', 'sterling', 1n, 1n],
  ['rupee inr', 'rupee', 1n, 1n],
  ['yuan rmb cny', 'yuan', 1n, 1n],
  ['degree deg', 'degree', 1n, 1n],
  ['% percent', 'percent', 1n, 1n],
  ['C celsius', 'celsius', 1n, 1n],
  ['F fahrenheit', 'fahrenheit', 1n, 1n],
  ['K kelvin', 'kelvin', 1n, 1n],
  ['N newton', 'newton', 1n, 1n],
  ['J joule', 'joule', 1n, 1n],
  ['W watt', 'watt', 1n, 1n],
  ['V volt', 'volt', 1n, 1n],
  ['A amp ampere', 'ampere', 1n, 1n],
  ['mol mole', 'mole', 1n, 1n],
  ['Hz hz HZ hertz', 'hertz', 1n, 1n],
  ['rad radian', 'radian', 1n, 1n],
];

/** Units that are powers of a length: a litre is a cubic decimetre. */
const VOLUMES: readonly (readonly [string, bigint])[] = [
  ['l L liter litre', 1000n],
  ['ml mL milliliter millilitre cc CC', 1_000_000n],
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
        { factor: rational(n, d), powers: new Map([[base, 1]]), assumed: false },
      ]),
  ),
  ...VOLUMES.flatMap(([names, parts]) =>
    names
      .split(' ')
      .map((name): [string, Unit] => [
        name,
        { factor: rational(1n, parts), powers: new Map([['meter', 3]]), assumed: false },
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
        assumed: false,
      },
    ]),
  ),
  ['unit', BARE],
]);

/** Symbols of two letters that are a product of letters too: base unit, value in it as a fraction. */
const SYMBOLS: readonly (readonly [string, string, bigint, bigint])[] = [
  ['Mm', 'meter', 10n ** 6n, 1n],
  ['nm', 'meter', 1n, 10n ** 9n],
  ['ns', 'second', 1n, 10n ** 9n],
  ['Mg', 'gram', 10n ** 6n, 1n],
  ['eV', 'electronvolt', 1n, 1n],
  ['Pa', 'pascal', 1n, 1n],
  ...['A ampere', 'N newton', 'J joule', 'W watt', 'V volt'].flatMap((unit) => {
    const [letter = '', base = ''] = unit.split(' ');
    const prefixed: [string, string, bigint, bigint][] = [
      [`m${letter}`, base, 1n, 1000n],
      [`k${letter}`, base, 1000n, 1n],
      [`M${letter}`, base, 10n ** 6n, 1n],
    ];
    return prefixed;
  }),
];

const PRODUCT_LIKE: ReadonlyMap<string, Unit> = new Map(
  SYMBOLS.map(([name, base, n, d]) => [
    name,
    { factor: rational(n, d), powers: new Map([[base, 1]]), assumed: false },
  ]),
);

const only = (base: string): Unit => ({
  factor: ONE,
  powers: new Map([[base, 1]]),
  assumed: false,
});

/** Units of which the sign may stand before the number, by the sign. */
export const CURRENCIES: ReadonlyMap<string, Unit> = new Map([
  ['$$', only('dollar')],
  ['€', only('euro')],
  ['£', only('sterling')],
  ['₹', only('rupee')],
  ['¥', only('yuan')],
]);
export const DEGREE = only('degree');

/** Words that multiply the number before them. */
export const MULTIPLIERS: ReadonlyMap<string, Rational> = new Map([
  ['dozen', rational(12n)],
  ['hundred', rational(100n)],
  ['thousand', rational(10n ** 3n)],
  ['million', rational(10n ** 6n)],
  ['billion', rational(10n ** 9n)],
  ['trillion', rational(10n ** 12n)],
]);

/** Words before the unit that they raise. */
export const PREFIXES: ReadonlyMap<string, number> = new Map([
  ['square', 2],
  ['sq', 2],
  ['cubic', 3],
  ['cu', 3],
]);

/**
 * Singular of a unit's name as the table has it, or null. Case counts in the symbols of two letters
 * or fewer: `mW` is no `MW`.
 */
function knownName(word: string): string | null {
  if (word.length < 3) return UNITS.has(word) ? word : null;
  const lower = word.toLowerCase();
  const candidates = [lower, lower.replace(/s$/, ''), lower.replace(/es$/, '')];
  return candidates.find((name) => UNITS.has(name)) ?? null;
}

/** The unit of the table that a word names, or null. */
export function knownUnit(word: string): Unit | null {
  const name = knownName(word);
  return PRODUCT_LIKE.get(word) ?? (name === null ? null : (UNITS.get(name) ?? null));
}

/** Whether a run of letters may be variables as well as a unit: `m`, `kN`. */
export function isUnitOrProduct(run: string): boolean {
  return run.length === 1 || PRODUCT_LIKE.has(run);
}

/** Whether a run of letters names a unit, or a magnitude such as `million`. */
export function isUnitWord(word: string): boolean {
  const lower = word.toLowerCase();
  return knownName(word) !== null || MULTIPLIERS.has(lower) || PREFIXES.has(lower);
}
