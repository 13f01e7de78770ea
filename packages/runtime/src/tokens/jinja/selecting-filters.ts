import { charge, VALUE_STEPS } from './budget.ts';
import { type BoundFilter, getter } from './filter-entry.ts';
import { toText } from './python-text.ts';
import { TemplateError } from './template-error.ts';
import { findTest } from './tests.ts';
import { type CallArguments, iterator, PyIterator, truthy } from './values.ts';

/** A filter that applies another, or a test, to each item. */
type SelectingFilter = (
  value: unknown,
  args: CallArguments,
  findFilter: (name: string) => BoundFilter,
) => PyIterator;

/** As Jinja's generators: nothing is looked at before the first item is taken. */
function lazily(
  value: unknown,
  start: () => (item: unknown) => { value: unknown } | undefined,
): PyIterator {
  function* run(): Generator<unknown, undefined> {
    if (!truthy(value)) return undefined;
    const apply = start();
    const items = iterator(value);
    for (let step = items.next(); step.done !== true; step = items.next()) {
      charge(VALUE_STEPS);
      const result = apply(step.value);
      if (result !== undefined) yield result.value;
    }
    return undefined;
  }
  charge(2 * VALUE_STEPS);
  return new PyIterator(run());
}

const map: SelectingFilter = (value, { positional, keyword }, findFilter) =>
  lazily(value, () => {
    if (positional.length === 0 && keyword.has('attribute')) {
      for (const name of keyword.keys()) {
        if (name !== 'attribute' && name !== 'default') {
          throw new TemplateError(`the filter \`map\` has no argument '${name}'`);
        }
      }
      const get = getter(keyword.get('attribute'), keyword.get('default') ?? null);
      return (item) => ({ value: get(item) });
    }
    const [name, ...rest] = positional;
    if (positional.length === 0) throw new TemplateError('map requires a filter argument');
    const apply = findFilter(toText(name));
    return (item) => ({ value: apply(item, { positional: rest, keyword }) });
  });

function selector(keep: boolean, byAttribute: boolean): SelectingFilter {
  return (value, { positional, keyword }) =>
    lazily(value, () => {
      if (byAttribute && positional.length === 0) {
        throw new TemplateError('the name of an attribute is missing');
      }
      const get = byAttribute ? getter(positional[0]) : (item: unknown) => item;
      const [name, ...operands] = byAttribute ? positional.slice(1) : positional;
      const isNamed = positional.length > (byAttribute ? 1 : 0);
      const test = isNamed ? findTest(toText(name)) : truthy;
      const args = { positional: operands, keyword };
      return (item) => (test(get(item), args) === keep ? { value: item } : undefined);
    });
}

/** `map`, `select`, `reject` and their like. */
export const selectingFilters: ReadonlyMap<string, SelectingFilter> = new Map([
  ['map', map],
  ['select', selector(true, false)],
  ['reject', selector(false, false)],
  ['selectattr', selector(true, true)],
  ['rejectattr', selector(false, true)],
]);
