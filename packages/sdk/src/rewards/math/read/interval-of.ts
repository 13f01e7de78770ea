import type { Answer, Order } from './answer.ts';
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

/** Whether a side is the unknown itself. */
const isUnknown = (side: Answer | undefined): boolean =>
  side?.kind === 'quantity' &&
  side.value.kind === 'symbol' &&
  !CONSTANTS.has(side.value.name) &&
  isBare(side.unit);

function ofInequality({ sides, orders }: Inequality): Answer | null {
  if (orders.every((order) => DOWNWARD.has(order))) {
    const mirrored = orders.map((order): Order => (order === '>' ? '<' : '≤')).toReversed();
    return ofInequality({ kind: 'inequality', sides: sides.toReversed(), orders: mirrored });
  }
  if (!orders.every((order) => UPWARD.has(order)) || sides.length > 3) return null;
  const at = sides.findIndex(isUnknown);
  const low = at > 0 ? sides[at - 1] : infinity(-1);
  const high = at < sides.length - 1 ? sides[at + 1] : infinity(1);
  const isBetween = sides.length === 2 ? at >= 0 : at === 1;
  if (!isBetween || low === undefined || high === undefined) return null;
  return {
    kind: 'tuple',
    open: at > 0 && orders[at - 1] === '≤' ? '[' : '(',
    close: at < orders.length && orders[at] === '≤' ? ']' : ')',
    items: [low, high],
  };
}

/**
 * The interval, or the union of intervals, in which inequalities of one unknown hold: `1 < x ≤ 2`
 * is `(1, 2]`, `x < 1 or x > 2` is `(-∞, 1) ∪ (2, ∞)`. Null for everything else.
 */
export function intervalOf(answer: Answer): Answer | null {
  if (answer.kind === 'inequality') return ofInequality(answer);
  if (answer.kind !== 'collection' || answer.items.length === 0) return null;
  const items = answer.items.flatMap((item) => intervalOf(item) ?? []);
  return items.length === answer.items.length ? { kind: 'union', items } : null;
}
