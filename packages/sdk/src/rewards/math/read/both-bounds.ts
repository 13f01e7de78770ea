import { Budget } from '../bounds.ts';
import { roughValue } from '../rough-value.ts';
import type { Answer, Order } from './answer.ts';
import type { Expression } from './expression.ts';

/** A half-line: the unknown lies on one side of an end. */
interface Bound {
  readonly unknown: Answer & { kind: 'quantity' };
  readonly name: string;
  readonly end: Answer & { kind: 'quantity' };
  readonly isLower: boolean;
  readonly isClosed: boolean;
}

const isAbove = (order: Order): boolean => order === '>' || order === '≥';
const isBelow = (order: Order): boolean => order === '<' || order === '≤';

function boundOf(answer: Answer): Bound | null {
  if (answer.kind !== 'inequality' || answer.sides.length !== 2) return null;
  const [left, right] = answer.sides;
  const [order] = answer.orders;
  if (left?.kind !== 'quantity' || right?.kind !== 'quantity' || order === undefined) return null;
  if (!isAbove(order) && !isBelow(order)) return null;
  const isClosed = order === '≥' || order === '≤';
  if (left.value.kind === 'symbol') {
    const { name } = left.value;
    return { unknown: left, name, end: right, isLower: isAbove(order), isClosed };
  }
  if (right.value.kind !== 'symbol') return null;
  return { unknown: right, name: right.value.name, end: left, isLower: isBelow(order), isClosed };
}

/** Whether one number lies below another; never so for formulas with letters. */
function isLess(a: Expression, b: Expression): boolean {
  const budget = new Budget();
  return roughValue(a, budget) < roughValue(b, budget);
}

/**
 * `x > 1` and `x < 3` as `1 < x < 3`. Null for everything else: no number meets both `x < 1` and
 * `x > 3`, which are meant one by one.
 */
export function betweenBounds(items: readonly Answer[]): Answer | null {
  const [first, second, more] = items.map(boundOf);
  if (first === null || first === undefined || second === null || second === undefined) return null;
  if (more !== undefined || first.name !== second.name || first.isLower === second.isLower)
    return null;
  const [low, high] = first.isLower ? [first, second] : [second, first];
  if (!isLess(low.end.value, high.end.value)) return null;
  return {
    kind: 'inequality',
    sides: [low.end, low.unknown, high.end],
    orders: [low.isClosed ? '≤' : '<', high.isClosed ? '≤' : '<'],
  };
}
