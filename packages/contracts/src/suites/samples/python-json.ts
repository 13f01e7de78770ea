import { parseJsonLine, type ParsedJson, type TextLine } from 'slime-runtime/hosting';
import type { JsonValue } from 'slime-sdk';

/** A line of JSON, and the column of the first number that only Python's `json` writes. */
export type PythonJson = ParsedJson & {
  /** Counted from 1; null where there is none. */
  bareColumn: number | null;
};

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?Infinity|NaN/gs;
/** Stands in for the numbers that JSON has no words for; no text of a dump begins so. */
const MARK = '\u0000bare:';

/**
 * Parses a line as Python's `json.loads` does: `NaN`, `Infinity` and `-Infinity` are numbers.
 * Everything else is JSON.
 */
export function parsePythonJson(line: TextLine): PythonJson {
  const parsed = parseJsonLine(line);
  if (parsed.ok || line.badByte !== null) return { ...parsed, bareColumn: null };
  let column: number | null = null;
  const text = line.text.replaceAll(TOKEN, (token, at: number) => {
    if (token.startsWith('"')) return token;
    column ??= at + 1;
    return JSON.stringify(MARK + token);
  });
  if (column === null) return { ...parsed, bareColumn: null };
  const marked = parseJsonLine({ ...line, text });
  if (!marked.ok) return { ...parsed, bareColumn: null };
  return { ok: true, value: unmark(marked.value), bareColumn: column };
}

function unmark(value: JsonValue): JsonValue {
  if (typeof value === 'string') {
    return value.startsWith(MARK) ? Number(value.slice(MARK.length)) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(unmark);
  // Not by assignment: a key may be `__proto__`.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unmark(item)]));
}
