import { numberText } from './text.ts';
import type { PyValue } from './value.ts';

const PLAIN = /^[ !#-[\]-~]*$/;
const BEYOND_ASCII = /[\u007f-\uffff]/g;

function stringJson(value: string): string {
  if (PLAIN.test(value)) return `"${value}"`;
  return JSON.stringify(value).replaceAll(
    BEYOND_ASCII,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function floatJson(value: number): string {
  if (Number.isFinite(value)) return numberText(value);
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? 'Infinity' : '-Infinity';
}

/** The JSON text of a value, as Python's `json.dumps` writes it: `, ` and `: ` between, ASCII only. */
export function dumpJson(value: PyValue): string {
  if (typeof value === 'string') return stringJson(value);
  if (typeof value === 'number') return floatJson(value);
  if (Array.isArray(value)) return `[${value.map(dumpJson).join(', ')}]`;
  if (!(value instanceof Map)) return String(value);
  let text = '';
  for (const [key, element] of value) {
    text += `${text === '' ? '' : ', '}${stringJson(key)}: ${dumpJson(element)}`;
  }
  return `{${text}}`;
}
