import { withBudget } from './jinja/budget.ts';
import { toJson } from './jinja/python-json.ts';

/** JSON text as Python's `json.dumps` writes it, with numbers and keys as they were written. */
export function writeExactJson(value: unknown): string {
  return withBudget(() =>
    toJson(value, { indent: null, separators: [', ', ': '], sortKeys: false, ensureAscii: false }),
  );
}
