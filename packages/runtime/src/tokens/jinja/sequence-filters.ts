import { charge, chargeItems, chargeText, VALUE_STEPS } from './budget.ts';
import { filter, type FilterEntry, foldCase, getter, integerArgument } from './filter-entry.ts';
import { add } from './operators.ts';
import { compare, equal, sortBy } from './order.ts';
import { PyDict } from './py-dict.ts';
import { toText } from './python-text.ts';
import { TemplateError } from './template-error.ts';
import {
  codePoints,
  dictEntries,
  DictView,
  isDict,
  iterate,
  iterator,
  PyIterator,
  Range,
  sequenceItems,
  sizeOf,
  truthy,
  Tuple,
  typeName,
} from './values.ts';

function lengthOf(value: unknown): number {
  const size = sizeOf(value);
  if (size === undefined)
    throw new TemplateError(`object of type '${typeName(value)}' has no len()`);
  return size;
}

function keyOf(path: unknown, caseSensitive: unknown): (value: unknown) => unknown {
  const get = getter(path ?? null);
  return truthy(caseSensitive) ? get : (value) => foldCase(get(value));
}

/** By one attribute or by several, joined by commas. */
function sorted(value: unknown, reverse: unknown, caseSensitive: unknown, path: unknown) {
  const paths = typeof path === 'string' ? path.split(',') : [path];
  const keys = paths.map((one) => keyOf(one, caseSensitive));
  const items = iterate(value);
  chargeItems(items.length);
  return sortBy(items, (entry) => keys.map((key) => key(entry)), truthy(reverse));
}

function dictSorted(value: unknown, caseSensitive: unknown, by: unknown = 'key', reverse: unknown) {
  if (by !== 'key' && by !== 'value') throw new TemplateError('dictsort is by "key" or "value"');
  if (!isDict(value)) throw new TemplateError(`dictsort of '${typeName(value)}'`);
  const entries = dictEntries(value);
  chargeItems(entries.length);
  const key = (entry: unknown) => {
    const chosen = sequenceItems(entry)?.[by === 'key' ? 0 : 1];
    return truthy(caseSensitive) ? chosen : foldCase(chosen);
  };
  const pairs = entries.map((entry) => new Tuple(entry));
  return sortBy(pairs, key, truthy(reverse));
}

function unique(value: unknown, caseSensitive: unknown, path: unknown): PyIterator {
  const key = keyOf(path, caseSensitive);
  function* run(): Generator<unknown, undefined> {
    const items = iterator(value);
    const seen = new PyDict();
    for (let step = items.next(); step.done !== true; step = items.next()) {
      charge(VALUE_STEPS);
      const found = key(step.value);
      if (seen.has(found)) continue;
      seen.set(found, true);
      yield step.value;
    }
    return undefined;
  }
  charge(2 * VALUE_STEPS);
  return new PyIterator(run());
}

function extreme(sign: number): FilterEntry['apply'] {
  return (value, caseSensitive, path) => {
    const key = keyOf(path, caseSensitive);
    const items = iterate(value);
    // Nothing is asked of what is not there.
    if (items.length === 0) return undefined;
    const [first, ...rest] = items;
    let best = { item: first, key: key(first) };
    if (rest.length === 0) return first;
    for (const item of rest) {
      const next = { item, key: key(item) };
      if (sign * compare(next.key, best.key) > 0) best = next;
    }
    return best.item;
  };
}

function* batches(value: unknown, size: number, filler: unknown) {
  const items = iterate(value);
  if (size < 1 && items.length > 0) throw new TemplateError('batch() needs a size of at least 1');
  for (let from = 0; from < items.length; from += size) {
    charge(VALUE_STEPS);
    const batch = items.slice(from, from + size);
    if (filler !== null && filler !== undefined) {
      chargeItems(size);
      while (batch.length < size) batch.push(filler);
    }
    yield batch;
  }
  return undefined;
}

function* slices(value: unknown, count: number, filler: unknown) {
  if (count === 0) throw new TemplateError('slice() into no parts');
  const items = iterate(value);
  const size = Math.floor(items.length / count);
  const larger = items.length % count;
  let from = 0;
  for (let index = 0; index < count; index += 1) {
    chargeItems(1);
    const to = from + size + (index < larger ? 1 : 0);
    const slice = items.slice(from, to);
    if (filler !== null && filler !== undefined && index >= larger) slice.push(filler);
    from = to;
    yield slice;
  }
  return undefined;
}

function grouped(value: unknown, path: unknown, fallback: unknown, caseSensitive: unknown) {
  const original = getter(path, fallback ?? null);
  const key = truthy(caseSensitive) ? original : (entry: unknown) => foldCase(original(entry));
  const groups: { key: unknown; items: unknown[] }[] = [];
  for (const entry of sortBy(iterate(value), key, false)) {
    const own = key(entry);
    const group = groups.at(-1);
    if (group !== undefined && equal(group.key, own)) group.items.push(entry);
    else groups.push({ key: own, items: [entry] });
  }
  return groups.map(({ items }) => new Tuple([original(items[0]), items], ['grouper', 'list']));
}

function reversed(value: unknown): unknown {
  if (typeof value === 'string') {
    return codePoints(value).toReversed().join('');
  }
  const isReversible =
    value === undefined ||
    sequenceItems(value) !== undefined ||
    isDict(value) ||
    value instanceof Range ||
    value instanceof DictView;
  const items = iterate(value);
  chargeItems(items.length);
  const back = items.toReversed();
  return isReversible ? new PyIterator(iterator(back)) : back;
}

function last(value: unknown): unknown {
  if (value instanceof PyIterator) throw new TemplateError('a generator is not reversible');
  if (Array.isArray(value)) return sequenceItems(value)?.at(-1);
  return iterate(value).at(-1);
}

function summed(value: unknown, path: unknown, start: unknown): unknown {
  const get = getter(path ?? null);
  if (typeof start === 'string') throw new TemplateError("sum() can't sum strings");
  let total: unknown = start === undefined ? 0 : start;
  for (const entry of iterate(value)) {
    charge(2);
    total = add(total, get(entry));
  }
  return total;
}

function* itemsOf(value: unknown): Generator<unknown, undefined> {
  if (value === undefined) return undefined;
  if (!isDict(value)) throw new TemplateError('can only get item pairs from a mapping');
  for (const entry of dictEntries(value)) yield new Tuple(entry);
  return undefined;
}

function joined(value: unknown, separator: unknown, path: unknown): string {
  const get = getter(path ?? null);
  const between = separator === undefined ? '' : toText(separator);
  const items = iterate(value);
  chargeItems(items.length);
  const texts = items.map((entry) => toText(get(entry)));
  chargeText(texts.reduce((sum, text) => sum + text.length + between.length, 0));
  return texts.join(between);
}

/** Filters of lists and dicts. */
export const sequenceFilters: readonly (readonly [string, FilterEntry])[] = [
  filter('length', [], 0, lengthOf),
  filter('count', [], 0, lengthOf),
  filter('list', [], 0, (value) => {
    const items = iterate(value);
    chargeItems(items.length);
    return [...items];
  }),
  filter('first', [], 0, (value) => iterator(value).next().value),
  filter('last', [], 0, last),
  filter('reverse', [], 0, reversed),
  filter('join', ['d', 'attribute'], 0, joined),
  filter('items', [], 0, (value) => new PyIterator(itemsOf(value))),
  filter('dictsort', ['case_sensitive', 'by', 'reverse'], 0, dictSorted),
  filter('sum', ['attribute', 'start'], 0, summed),
  filter('min', ['case_sensitive', 'attribute'], 0, extreme(-1)),
  filter('max', ['case_sensitive', 'attribute'], 0, extreme(1)),
  filter('unique', ['case_sensitive', 'attribute'], 0, unique),
  filter('sort', ['reverse', 'case_sensitive', 'attribute'], 0, sorted),
  filter('groupby', ['attribute', 'default', 'case_sensitive'], 1, grouped),
  filter(
    'batch',
    ['linecount', 'fill_with'],
    1,
    (value, size, filler) =>
      new PyIterator(batches(value, integerArgument(size, 0, 'linecount'), filler)),
  ),
  filter(
    'slice',
    ['slices', 'fill_with'],
    1,
    (value, count, filler) =>
      new PyIterator(slices(value, integerArgument(count, 0, 'slices'), filler)),
  ),
];
