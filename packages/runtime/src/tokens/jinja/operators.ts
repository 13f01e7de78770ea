import { chargeItems, chargeText } from './budget.ts';
import {
  doubleOf,
  floatArithmetic,
  floatOf,
  integerArithmetic,
  intOf,
  toFloat,
} from './numbers.ts';
import { percentFormat } from './percent-format.ts';
import type { BinaryOperator } from './syntax.ts';
import { TemplateError } from './template-error.ts';
import { sequenceItems, Tuple, typeName } from './values.ts';

/** `left + right`. */
export function add(left: unknown, right: unknown): unknown {
  if (typeof left === 'string' && typeof right === 'string') {
    chargeText(left.length + right.length);
    return left + right;
  }
  const sum = arithmetic('+', left, right);
  if (sum !== undefined) return sum;
  const [a, b] = [sequenceItems(left), sequenceItems(right)];
  if (a !== undefined && b !== undefined && Array.isArray(left) === Array.isArray(right)) {
    chargeItems(a.length + b.length);
    return Array.isArray(left) ? [...a, ...b] : new Tuple([...a, ...b]);
  }
  throw unsupported('+', left, right);
}

function unsupported(operator: string, left: unknown, right: unknown): TemplateError {
  return new TemplateError(
    `\`${operator}\` cannot take '${typeName(left)}' and '${typeName(right)}'`,
  );
}

/** Undefined when a side is no number. */
function arithmetic(operator: BinaryOperator, left: unknown, right: unknown): unknown {
  const [a, b] = [intOf(left), intOf(right)];
  if (a !== undefined && b !== undefined) return integerArithmetic(operator, a, b);
  const [x, y] = [doubleOf(left), doubleOf(right)];
  return x === undefined || y === undefined ? undefined : floatArithmetic(operator, x, y);
}

/** `left <operator> right`. */
export function binary(operator: BinaryOperator, left: unknown, right: unknown): unknown {
  if (operator === '+') return add(left, right);
  if (operator === '%' && typeof left === 'string') return percentFormat(left, right);
  const result = arithmetic(operator, left, right);
  if (result !== undefined) return result;
  if (operator === '*') {
    const repeated = repeat(left, right) ?? repeat(right, left);
    if (repeated !== undefined) return repeated;
  }
  throw unsupported(operator, left, right);
}

function repeat(subject: unknown, times: unknown): unknown {
  const int = intOf(times);
  if (int === undefined) return undefined;
  const isRepeatable = typeof subject === 'string' || sequenceItems(subject) !== undefined;
  if (isRepeatable && typeof int === 'bigint') {
    throw new TemplateError('a sequence cannot be repeated as often as that');
  }
  const count = Math.max(0, Number(int));
  if (typeof subject === 'string') {
    chargeText(subject.length * count);
    return subject === '' ? '' : subject.repeat(count);
  }
  const items = sequenceItems(subject);
  if (items === undefined) return undefined;
  chargeItems(items.length * count);
  const repeated: unknown[] = [];
  for (let round = items.length === 0 ? count : 0; round < count; round += 1) {
    for (const item of items) repeated.push(item);
  }
  return Array.isArray(subject) ? repeated : new Tuple(repeated);
}

/** `-value` and `+value`. */
export function signed(sign: 1 | -1, value: unknown): unknown {
  const int = intOf(value);
  if (int !== undefined) return sign === 1 ? int : integerArithmetic('-', 0, int);
  const float = floatOf(value);
  if (float === undefined) throw new TemplateError(`a sign cannot take '${typeName(value)}'`);
  return toFloat(sign * float);
}
