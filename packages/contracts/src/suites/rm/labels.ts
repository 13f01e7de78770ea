import type { JsonValue } from 'slime-sdk';

/** Longer labels are solutions, references or programs, of which an answer is only a part. */
const LONGEST_PLAIN = 80;
/** What a label that is stated as it stands has not in it. */
const NOT_PLAIN: readonly RegExp[] = [
  // Several lines, alternatives, code, structures.
  /[\n|;`]|^[[{]/,
  // Patterns.
  /^\^|^[^$]*\$$|\.\*|\\[dwsb](?![a-z])/,
  // An answer that is marked already.
  /####|\\boxed|answer|<\w/i,
];
const DECIMAL = /^[-+]?(?:\d+\.?\d*|\.\d+)$/;
const FRACTION = /^([-+]?\d+)\/(\d+)$/;

/** Whether a label is short text or a number that is stated as it stands by who answers right. */
export function isPlainLabel(label: JsonValue): label is string | number {
  if (typeof label === 'number') return true;
  if (typeof label !== 'string' || label.trim() === '') return false;
  const text = label.trim();
  return text.length <= LONGEST_PLAIN && !NOT_PLAIN.some((pattern) => pattern.test(text));
}

/** Whether a row has no label: there is nothing that another one could be held against. */
export function isNoLabel(label: JsonValue): boolean {
  return label === null || (typeof label === 'string' && label.trim() === '');
}

/** Whether two labels are known to mean the same: as numbers, or as lists in another order. */
export function isSameMeaning(left: JsonValue, right: JsonValue): boolean {
  const [one, other] = [left, right].map(textOf);
  if (one === undefined || other === undefined) return false;
  const [value, otherValue] = [numberOf(one), numberOf(other)];
  if (value !== null && otherValue !== null) return value === otherValue;
  return listed(one) === listed(other);
}

/** Names of a unit, and what it is a multiple of. */
const UNITS: readonly (readonly [names: RegExp, size: string])[] = [
  [/^(?:mm|millimet(?:er|re)s?)$/, 'length 0.001'],
  [/^(?:cm|centimet(?:er|re)s?)$/, 'length 0.01'],
  [/^(?:m|met(?:er|re)s?)$/, 'length 1'],
  [/^(?:km|kilomet(?:er|re)s?)$/, 'length 1000'],
  [/^(?:g|grams?)$/, 'weight 1'],
  [/^(?:kg|kilograms?)$/, 'weight 1000'],
  [/^(?:s|sec|seconds?)$/, 'time 1'],
  [/^(?:min|minutes?)$/, 'time 60'],
  [/^(?:h|hours?)$/, 'time 3600'],
];

/** Whether two labels are the same number of different units: alike, and never the same. */
export function isOtherUnit(left: JsonValue, right: JsonValue): boolean {
  const one = readQuantity(left);
  const other = one === null ? null : readQuantity(right);
  return one?.number === other?.number && one?.unit !== other?.unit;
}

function readQuantity(label: JsonValue): { number: string; unit: string } | null {
  const [, number, name] = /^(-?[\d.]+)\s*([a-z]+)$/.exec(textOf(label) ?? '') ?? [];
  const unit = UNITS.find(([names]) => names.test(name ?? ''))?.[1];
  return number === undefined || unit === undefined ? null : { number, unit };
}

function textOf(label: JsonValue): string | undefined {
  if (typeof label === 'number') return String(label);
  return typeof label === 'string' ? label.trim() : undefined;
}

function numberOf(text: string): number | null {
  const plain = text
    .replaceAll(/^\$|\$$/g, '')
    .replace(/^(-?)\\[dt]?frac\{(\d+)\}\{(\d+)\}$/, '$1$2/$3')
    .replaceAll(/(?<=\d),(?=\d{3}(?:\D|$))/g, '');
  if (DECIMAL.test(plain)) return Number(plain);
  const [, above, below] = FRACTION.exec(plain) ?? [];
  return above === undefined || Number(below) === 0 ? null : Number(above) / Number(below);
}

function listed(text: string): string {
  return text
    .toLowerCase()
    .split(/\s*,\s*|\s+(?:or|and)\s+/)
    .map((item) => item.replaceAll(/\s+/g, ''))
    .toSorted()
    .join(',');
}
