import { type Rational, rational } from '../exact/rational.ts';
import type { Answer } from './answer.ts';
import type { Expression } from './expression.ts';
import { BARE } from './units.ts';

/** `\{x \in \mathbb{N}^* \mid x < 3\}`. */
const WRITTEN =
  /^(?:\\left\s*)?\\\{\s*([a-z])\s*\\in\s*\\math(?:bb|bf|rm)\s*(?:\{\s*([NZ])\s*\}|([NZ]))\s*([_^]\s*(?:[*+]|\{\s*[*+]\s*\}))?\s*(?:\\mid(?![A-Za-z])|\||:)([^|{}]*(?:\{[^{}]*\}[^|{}]*)*)\\(?:right\s*\\)?\}$/;
/** A set of more members is not listed in an answer. */
const MAX_MEMBERS = 100n;

/** Whole numbers of a kind that meet a condition. */
interface IntegerSet {
  readonly name: string;
  /** Null for all integers. */
  readonly least: bigint | null;
  readonly condition: string;
}

/** The parts of `\{x \in \mathbb{N} \mid x < 3\}`, where N starts at 0, as ISO 80000 has it; null for else. */
export function integerSetOf(source: string): IntegerSet | null {
  const [, name, grouped, bare, positive, condition] = WRITTEN.exec(source.trim()) ?? [];
  if (name === undefined || condition === undefined) return null;
  const start = positive === undefined ? 0n : 1n;
  const isWhole = (grouped ?? bare) === 'Z' && positive === undefined;
  return { name, least: isWhole ? null : start, condition };
}

function numberOf(value: Expression): Rational | null {
  if (value.kind === 'number') return value.value;
  const inner = value.kind === 'negative' ? numberOf(value.of) : null;
  return inner === null ? null : rational(-inner.n, inner.d);
}

/** The whole number that an end of an interval lets in first; null for an end without a number. */
function firstInside(end: Answer | undefined, isOpen: boolean, direction: 1n | -1n): bigint | null {
  const value = end?.kind === 'quantity' ? numberOf(end.value) : null;
  if (value === null) return null;
  const below = value.n / value.d - (value.n < 0n && value.n % value.d !== 0n ? 1n : 0n);
  const isWhole = value.n % value.d === 0n;
  if (isWhole) return isOpen ? below + direction : below;
  return direction > 0n ? below + 1n : below;
}

/** The members of an interval among the integers from the least on; null where they do not end. */
export function integersIn(interval: Answer, least: bigint | null): Answer | null {
  if (interval.kind !== 'tuple') return null;
  const low = firstInside(interval.items[0], interval.open === '(', 1n);
  const high = firstInside(interval.items[1], interval.close === ')', -1n);
  const first = low === null || (least !== null && low < least) ? least : low;
  if (first === null || high === null || high - first > MAX_MEMBERS) return null;
  const items: Answer[] = [];
  for (let member = first; member <= high; member += 1n) {
    const value: Expression = { kind: 'number', value: rational(member) };
    items.push({ kind: 'quantity', value, unit: BARE });
  }
  return { kind: 'collection', isSet: true, items };
}
