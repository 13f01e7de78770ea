import { dumpJson } from '../python/dump-json.ts';
import type { PyValue } from '../python/value.ts';

function pretty(value: PyValue, margin: string): string {
  const inner = `${margin} `;
  const wrap = (open: string, parts: readonly string[], close: string): string =>
    parts.length === 0
      ? `${open}${close}`
      : `${open}\n${parts.map((part) => `${inner}${part}`).join(',\n')}\n${margin}${close}`;
  if (Array.isArray(value)) {
    return wrap(
      '[',
      value.map((element) => pretty(element, inner)),
      ']',
    );
  }
  if (!(value instanceof Map)) return dumpJson(value);
  const pairs = [...value].map(([key, element]) => `${dumpJson(key)}: ${pretty(element, inner)}`);
  return wrap('{', pairs, '}');
}

/** A JSON text with an element a line, as Python's `json.dumps(value, indent=1)`, and a line end. */
export function prettyJson(value: PyValue): string {
  return `${pretty(value, '')}\n`;
}
