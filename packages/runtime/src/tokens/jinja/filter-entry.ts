import { charge, chargeCharacters } from './budget.ts';
import { item } from './attributes.ts';
import { intOf } from './numbers.ts';
import { TemplateError } from './template-error.ts';
import type { CallArguments } from './values.ts';

/** A filter with its parameters after the value; any of them can be given by name. */
export interface FilterEntry {
  readonly parameters: readonly string[];
  readonly required: number;
  readonly apply: (value: unknown, ...given: readonly unknown[]) => unknown;
}

/** Applies a filter to evaluated arguments. */
export type BoundFilter = (value: unknown, args: CallArguments) => unknown;

/** One line for a table of filters. */
export function filter(
  name: string,
  parameters: readonly string[],
  required: number,
  apply: FilterEntry['apply'],
): readonly [string, FilterEntry] {
  return [name, { parameters, required, apply }];
}

/** Text is compared without its case. */
export function foldCase(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  chargeCharacters(value.length);
  return value.toLowerCase();
}

/**
 * Follows `a.b.0` through items and attributes, as `map(attribute=...)` does; nothing for None.
 *
 * @param fallback instead of an undefined value on the way, unless it is None
 */
export function getter(path: unknown, fallback: unknown = null): (value: unknown) => unknown {
  const parts = pathParts(path);
  return (value) => {
    charge(parts.length);
    let current = value;
    for (const part of parts) {
      current = item(current, part);
      if (current === undefined && fallback !== null) current = fallback;
    }
    return current;
  };
}

function pathParts(path: unknown): readonly unknown[] {
  if (path === null) return [];
  if (typeof path !== 'string') return [path];
  return path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** An integer argument; the fallback where it was not given. */
export function integerArgument(value: unknown, fallback: number, name: string): number {
  if (value === undefined) return fallback;
  const int = intOf(value);
  if (typeof int === 'number') return int;
  throw new TemplateError(`the argument ${name} must be an integer`);
}
