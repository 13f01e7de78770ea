import { attribute } from './attributes.ts';
import { numberFilters } from './number-filters.ts';
import { percentFormat } from './percent-format.ts';
import { PyDict } from './py-dict.ts';
import { bindArguments } from './signature.ts';
import { selectingFilters } from './selecting-filters.ts';
import { sequenceFilters } from './sequence-filters.ts';
import { TemplateError } from './template-error.ts';
import { textFilters } from './text-filters.ts';
import type { BoundFilter, FilterEntry } from './filter-entry.ts';
import { plainText, toText } from './python-text.ts';
import { truthy, Tuple } from './values.ts';

/** Filters of Jinja that are refused, with the reason. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['e', 'it escapes for HTML'],
  ['escape', 'it escapes for HTML'],
  ['forceescape', 'it escapes for HTML'],
  ['pprint', "it breaks lines as Python's pprint does"],
  ['random', 'it is random'],
  ['striptags', 'it escapes for HTML'],
  ['urlize', 'it escapes for HTML'],
  ['wordwrap', "it breaks lines as Python's textwrap does"],
  ['xmlattr', 'it escapes for HTML'],
]);

const defaulted: FilterEntry = {
  parameters: ['default_value', 'boolean'],
  required: 0,
  apply: (value, ...given) => {
    const isMissing = value === undefined || (truthy(given[1]) && !truthy(value));
    if (!isMissing) return value;
    return given.length > 0 ? given[0] : '';
  },
};

const ENTRIES: ReadonlyMap<string, FilterEntry> = new Map<string, FilterEntry>([
  ...textFilters,
  ...sequenceFilters,
  ...numberFilters,
  ['default', defaulted],
  ['d', defaulted],
  [
    'attr',
    {
      parameters: ['name'],
      required: 1,
      apply: (value, name) => attribute(value, toText(name), false),
    },
  ],
]);

/** Python's `%` with the filter's own arguments. */
const formatted: BoundFilter = (value, { positional, keyword }) => {
  if (positional.length > 0 && keyword.size > 0) {
    throw new TemplateError('format takes positional or keyword arguments, not both');
  }
  const values = keyword.size > 0 ? PyDict.from(keyword) : new Tuple(positional);
  return percentFormat(plainText(value), values);
};

/**
 * Finds a filter by name.
 *
 * @throws TemplateError when there is none; the filter throws one for arguments it does not take.
 */
export function findFilter(name: string, line?: number): BoundFilter {
  const selecting = selectingFilters.get(name);
  if (selecting !== undefined) return (value, args) => selecting(value, args, findFilter);
  if (name === 'format') return formatted;
  const entry = ENTRIES.get(name);
  if (entry === undefined) {
    const reason = REFUSED.get(name);
    throw new TemplateError(
      reason === undefined
        ? `the filter \`${name}\` is unknown`
        : `the filter \`${name}\` is not implemented: ${reason}`,
      line,
    );
  }
  const { parameters, required, apply } = entry;
  const signature = { name, parameters, required, named: parameters.length };
  return (value, args) => apply(value, ...bindArguments(signature, args));
}
