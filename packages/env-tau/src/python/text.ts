import { LATER_CHARACTERS } from './later-characters.ts';
import type { PyNumber, PyValue } from './value.ts';

/** The text of a number, as Python's `repr` writes it: `1`, `1.0`, `1e+16`, `1.5e-07`. */
export function numberText(value: PyNumber): string {
  if (typeof value === 'bigint') return value.toString();
  if (Number.isNaN(value)) return 'nan';
  const size = Math.abs(value);
  if (size === Number.POSITIVE_INFINITY) return value > 0 ? 'inf' : '-inf';
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    return value.toExponential().replace(/e([-+])(\d)$/, 'e$10$2');
  }
  const text = Object.is(value, -0) ? '-0' : String(value);
  return Number.isInteger(value) ? `${text}.0` : text;
}

const PLAIN = /^[ !#-&(-[\]-~]*$/;
const ESCAPED = new RegExp(`[\\p{C}\\p{Zl}\\p{Zp}\\p{Zs}\\\\${LATER_CHARACTERS}]`, 'gu');
const NAMED = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  [' ', ' '],
]);

function escapeCharacter(character: string): string {
  const named = NAMED.get(character);
  if (named !== undefined) return named;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/** A string in quotes, as Python's `repr` writes it. */
export function quotedText(value: string): string {
  if (PLAIN.test(value)) return `'${value}'`;
  const escaped = value.replaceAll(ESCAPED, escapeCharacter);
  if (!escaped.includes("'")) return `'${escaped}'`;
  return escaped.includes('"') ? `'${escaped.replaceAll("'", "\\'")}'` : `"${escaped}"`;
}

/** The text of null, a boolean, a number or a string inside of another value. */
export function scalarText(value: Exclude<PyValue, PyValue[] | Map<string, PyValue>>): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'string' ? quotedText(value) : numberText(value);
}

function nestedText(value: PyValue): string {
  if (Array.isArray(value)) return `[${value.map(nestedText).join(', ')}]`;
  if (!(value instanceof Map)) return scalarText(value);
  const pairs = [...value].map(([key, element]) => `${quotedText(key)}: ${nestedText(element)}`);
  return `{${pairs.join(', ')}}`;
}

/** The text of a value, as Python's `str` and an f-string write it. */
export function plainText(value: PyValue): string {
  return typeof value === 'string' ? value : nestedText(value);
}
