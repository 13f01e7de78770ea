import { exactForm, type JsonValue } from 'slime-sdk';

/** How a value is laid out. */
interface Layout {
  /** What one level is indented by; null for one line without blanks. */
  indent: string | null;
  /** Keys in the order of their code units instead of the one they were written in. */
  isSorted: boolean;
}

/**
 * `JSON.stringify` of plain JSON, with numbers and keys as JSON text had them where they were read
 * from it: `1.0` stays a float to whoever reads the file.
 */
export function printExactJson(value: JsonValue, layout: Layout): string {
  return print(value, layout, '\n');
}

function print(value: JsonValue, layout: Layout, line: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const form = exactForm(value);
  const { indent } = layout;
  const inner = line + (indent ?? '');
  const wrap = (open: string, items: readonly string[], close: string): string =>
    items.length === 0 || indent === null
      ? open + items.join(',') + close
      : `${open}${inner}${items.join(`,${inner}`)}${line}${close}`;
  const item = (key: string, one: JsonValue): string => {
    const noted = form?.numbers.get(key);
    return noted === undefined || noted !== one ? print(one, layout, inner) : numeral(noted);
  };
  if (Array.isArray(value)) {
    return wrap(
      '[',
      value.map((one, index) => item(String(index), one)),
      ']',
    );
  }
  const written = form?.keys?.filter((key) => Object.hasOwn(value, key)) ?? [];
  const keys = [...new Set([...written, ...Object.keys(value)])];
  if (layout.isSorted) keys.sort();
  const colon = indent === null ? ':' : ': ';
  const fields = keys.flatMap((key) => {
    const one = value[key];
    return one === undefined ? [] : [JSON.stringify(key) + colon + item(key, one)];
  });
  return wrap('{', fields, '}');
}

/** A whole number that is a float, or the digits of an integer. */
function numeral(noted: number | string): string {
  if (typeof noted === 'string') return noted;
  const text = Object.is(noted, -0) ? '-0' : String(noted);
  return /[e.]/.test(text) ? text : `${text}.0`;
}
