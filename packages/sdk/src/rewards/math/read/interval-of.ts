import type { Answer, Order } from './answer.ts';
import type { Expression } from './expression.ts';
import { allBut, REAL_NUMBERS } from './named-set.ts';
import { BARE, isBare } from './units.ts';

type Inequality = Extract<Answer, { kind: 'inequality' }>;

const CONSTANTS: ReadonlySet<string> = new Set(['pi', 'e', 'i', 'infinity']);
const UPWARD: ReadonlySet<Order> = new Set<Order>(['<', '≤']);
const DOWNWARD: ReadonlySet<Order> = new Set<Order>(['>', '≥']);

const infinity = (sign: 1 | -1): Answer => {
  const value = { kind: 'symbol', name: 'infinity' } as const;
  return {
    kind: 'quantity',
    value: sign < 0 ? { kind: 'negative', of: value } : value,
    unit: BARE,
  };
};

const isSymbolOf = (value: Expression, name: string | null): boolean =>
  value.kind === 'symbol' && !CONSTANTS.has(value.name) && (name === null || value.name === name);

/** Whether a side is the unknown itself. */
const isUnknown = (side: Answer | undefined, name: string | null): boolean =>
  side?.kind === 'quantity' && isSymbolOf(side.value, name) && isBare(side.unit);

const tuple = (open: string, close: string, low: Answer, high: Answer): Answer => ({
  kind: 'tuple',
  open,
  close,
  items: [low, high],
});
const union = (...items: Answer[]): Answer => ({ kind: 'union', items });
const quantity = (value: Expression): Answer => ({ kind: 'quantity', value, unit: BARE });

const negative = (of: Expression): Expression => ({ kind: 'negative', of });
const isNumber = (term: Expression): boolean =>
  term.kind === 'number' || (term.kind === 'negative' && isNumber(term.of));

/** `|x|`, `|x - 3|` and `|3 - x|`: what is added to the unknown between the bars; null for anything else. */
function shiftBetweenBars(side: Answer | undefined, name: string | null): Expression[] | null {
  if (side?.kind !== 'quantity' || side.value.kind !== 'call' || side.value.name !== 'abs')
    return null;
  const { argument } = side.value;
  const terms = argument.kind === 'sum' ? argument.terms : [argument];
  const unknown = terms.filter((term) => !isNumber(term));
  const shift = terms.filter(isNumber);
  const [only] = unknown;
  if (only === undefined || unknown.length > 1) return null;
  if (isSymbolOf(only, name)) return shift;
  return only.kind === 'negative' && isSymbolOf(only.of, name) ? shift.map(negative) : null;
}

/** `|x| < 3` is an interval, `|x| > 3` two. */
function ofDistance({ sides, orders }: Inequality, name: string | null): Answer | null {
  const [left, right, more] = sides;
  const [order] = orders;
  const shift = shiftBetweenBars(left, name);
  if (shift === null || right?.kind !== 'quantity' || more !== undefined) return null;
  const ends = [negative(right.value), right.value].map((end) =>
    quantity({ kind: 'sum', terms: [end, ...shift.map(negative)] }),
  );
  const [low, high] = ends;
  if (low === undefined || high === undefined) return null;
  if (order === '<') return tuple('(', ')', low, high);
  if (order === '≤') return tuple('[', ']', low, high);
  if (order === '>')
    return union(tuple('(', ')', infinity(-1), low), tuple('(', ')', high, infinity(1)));
  if (order === '≥')
    return union(tuple('(', ']', infinity(-1), low), tuple('[', ')', high, infinity(1)));
  return null;
}

function ofInequality({ sides, orders }: Inequality, name: string | null): Answer | null {
  const [first, second] = sides;
  if (sides.length === 2 && orders[0] === '≠' && isUnknown(first, name) && second !== undefined) {
    return allBut(second);
  }
  if (orders.every((order) => DOWNWARD.has(order))) {
    const mirrored = orders.map((order): Order => (order === '>' ? '<' : '≤')).toReversed();
    return ofInequality({ kind: 'inequality', sides: sides.toReversed(), orders: mirrored }, name);
  }
  if (!orders.every((order) => UPWARD.has(order)) || sides.length > 3) return null;
  const at = sides.findIndex((side) => isUnknown(side, name));
  const low = at > 0 ? sides[at - 1] : infinity(-1);
  const high = at < sides.length - 1 ? sides[at + 1] : infinity(1);
  const isBetween = sides.length === 2 ? at >= 0 : at === 1;
  if (!isBetween || low === undefined || high === undefined) return null;
  const isFromLow = at > 0 && orders[at - 1] === '≤';
  const isToHigh = at < orders.length && orders[at] === '≤';
  return tuple(isFromLow ? '[' : '(', isToHigh ? ']' : ')', low, high);
}

/**
 * The interval, or the union of intervals, in which inequalities of one unknown hold: `1 < x ≤ 2`
 * is `(1, 2]`, `x < 1 or x > 2` is `(-∞, 1) ∪ (2, ∞)`, `|x| < 3` is `(-3, 3)`. Null for everything
 * else, and where the unknown has another name than the one given.
 */
export function intervalOf(answer: Answer, name: string | null = null): Answer | null {
  if (answer.kind === 'inequality') return ofDistance(answer, name) ?? ofInequality(answer, name);
  if (isUnknown(answer, 'R')) return REAL_NUMBERS;
  if (answer.kind !== 'collection' || answer.items.length === 0) return null;
  const items = answer.items.flatMap((item) => intervalOf(item, name) ?? []);
  return items.length === answer.items.length ? union(...items) : null;
}
