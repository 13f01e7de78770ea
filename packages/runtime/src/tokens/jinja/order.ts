import { charge, chargeCharacters, chargeItems, VALUE_STEPS } from './budget.ts';
import { compareNumbers, isNumeric } from './numbers.ts';
import { TemplateError } from './template-error.ts';
import {
  type Dict,
  dictEntries,
  dictGet,
  dictHas,
  DictView,
  isDict,
  iterate,
  Markup,
  PyIterator,
  Range,
  sequenceItems,
  sizeOf,
  Tuple,
  typeName,
} from './values.ts';

/** Python's `==`. */
export function equal(left: unknown, right: unknown): boolean {
  if (typeof left === 'string' && typeof right === 'string') return sameText(left, right);
  if (left === right) return left === left;
  if (left instanceof Markup) return equal(left.text, right);
  if (right instanceof Markup) return equal(left, right.text);
  if (typeof left === 'string' || typeof right === 'string') return false;
  charge(VALUE_STEPS);
  if (isNumeric(left) && isNumeric(right)) return compareNumbers(left, right) === 0;
  if (left instanceof Tuple || right instanceof Tuple) {
    return left instanceof Tuple && right instanceof Tuple && sameItems(left.items, right.items);
  }
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      sameItems(sequenceItems(left) ?? [], sequenceItems(right) ?? [])
    );
  }
  if (left instanceof Range && right instanceof Range) {
    return sameItems(left.items(), right.items());
  }
  if (left instanceof DictView && right instanceof DictView) return sameViews(left, right);
  return isDict(left) && isDict(right) && sameDicts(left, right);
}

function sameText(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  chargeCharacters(left.length >> 4);
  return left === right;
}

function sameDicts(left: Dict, right: Dict): boolean {
  return (
    sameKeys(left, right) &&
    dictEntries(left).every(([key, value]) => same(value, dictGet(right, key)))
  );
}

function sameKeys(left: Dict, right: Dict): boolean {
  const entries = dictEntries(left);
  return entries.length === sizeOf(right) && entries.every(([key]) => dictHas(right, key));
}

/** Views of keys and items are sets to Python; two views of values are never equal. */
function sameViews(left: DictView, right: DictView): boolean {
  if (left.kind === 'values' || left.kind !== right.kind) return false;
  const areSame = left.kind === 'keys' ? sameKeys : sameDicts;
  return areSame(left.dict, right.dict);
}

/** Containers hold an object to be equal to itself, NaN too. */
function same(left: unknown, right: unknown): boolean {
  return (typeof left !== 'string' && left === right) || equal(left, right);
}

function sameItems(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false;
  chargeItems(left.length);
  return left.every((item, index) => same(item, right[index]));
}

/**
 * Python's order: negative when `left` comes first, NaN when neither does.
 *
 * @throws TemplateError for types that have none
 */
export function compare(left: unknown, right: unknown): number {
  charge(VALUE_STEPS);
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
  if (isNumeric(left) && isNumeric(right)) return compareNumbers(left, right) ?? Number.NaN;
  const sameKind =
    (Array.isArray(left) && Array.isArray(right)) ||
    (left instanceof Tuple && right instanceof Tuple);
  const [x, y] = [sequenceItems(left), sequenceItems(right)];
  if (sameKind && x !== undefined && y !== undefined) {
    chargeItems(Math.min(x.length, y.length));
    for (let index = 0; index < Math.min(x.length, y.length); index += 1) {
      if (!same(x[index], y[index])) return compare(x[index], y[index]);
    }
    return x.length - y.length;
  }
  throw new TemplateError(`'${typeName(left)}' and '${typeName(right)}' cannot be compared`);
}

/** By code point, as Python; JavaScript compares UTF-16 units. */
export function compareText(left: string, right: string): number {
  if (equal(left, right)) return 0;
  let index = 0;
  while (index < left.length && left.charCodeAt(index) === right.charCodeAt(index)) index += 1;
  chargeCharacters(index);
  const [a, b] = [left.charCodeAt(index), right.charCodeAt(index)];
  if (Number.isNaN(a) || Number.isNaN(b)) return left.length - right.length;
  const isSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xe000;
  if (isSurrogate(a) === isSurrogate(b)) return a - b;
  return isSurrogate(a) ? 1 : -1;
}

/** Python's `sorted`, stable both ways. */
export function sortBy(
  items: readonly unknown[],
  keyOf: (item: unknown) => unknown,
  isReversed: boolean,
): unknown[] {
  charge(VALUE_STEPS);
  const keyed = items.map((item) => ({ item, key: keyOf(item) }));
  const sign = isReversed ? -1 : 1;
  keyed.sort((a, b) => sign * compare(a.key, b.key) || 0);
  return keyed.map(({ item }) => item);
}

/**
 * Python's `needle in container`.
 *
 * @throws TemplateError for what contains nothing
 */
export function contains(needle: unknown, container: unknown): boolean {
  if (typeof container === 'string') {
    if (typeof needle !== 'string') {
      throw new TemplateError(
        `'in <string>' requires string as left operand, not ${typeName(needle)}`,
      );
    }
    chargeCharacters(container.length >> 3);
    return container.includes(needle);
  }
  if (isDict(container)) return dictHas(container, needle);
  if (container instanceof DictView && container.kind === 'keys') {
    return dictHas(container.dict, needle);
  }
  if (!(container instanceof PyIterator)) {
    const items = iterate(container);
    chargeItems(items.length);
    return items.some((item) => same(item, needle));
  }
  const { items } = container;
  for (let step = items.next(); step.done !== true; step = items.next()) {
    if (same(step.value, needle)) return true;
  }
  return false;
}
