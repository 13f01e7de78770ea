import type { PlacedForm } from 'slime-sdk';
import { YamlFloat } from './yaml-scalars.ts';

/** Values of a YAML document as JSON has them, and how numbers and keys of them were written. */
export interface YamlValues {
  values: unknown;
  forms: PlacedForm[];
}

/**
 * Makes plain objects of a document's maps. What has no JSON form stays as it is; integers that a
 * number cannot hold become their decimal string, as in JSON text.
 */
export function plainValues(document: unknown): YamlValues {
  const forms: PlacedForm[] = [];
  return { values: plain(document, [], forms), forms };
}

function plain(value: unknown, path: readonly string[], forms: PlacedForm[]): unknown {
  if (value instanceof YamlFloat) return value.value;
  if (typeof value === 'bigint') return wordOf(value);
  if (!(value instanceof Map) && !Array.isArray(value)) return value;
  const isList = Array.isArray(value);
  const numbers = new Map<string, number | string>();
  const entries = new Map<string, unknown>();
  for (const [key, item] of value.entries()) {
    const name = key === null ? '' : String(key);
    const word = plain(item, [...path, name], forms);
    entries.set(name, word);
    const noted = notedOf(item);
    if (noted === undefined) numbers.delete(name);
    else numbers.set(name, noted);
  }
  const object = Object.fromEntries(entries);
  const keys = [...entries.keys()];
  const isReordered = !isList && Object.keys(object).some((key, at) => key !== keys[at]);
  if (isReordered || numbers.size > 0) {
    forms.push({ path, form: { numbers, keys: isReordered ? keys : null } });
  }
  return isList ? [...entries.values()] : object;
}

function wordOf(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

/** What JavaScript has no word for, of a number. */
function notedOf(value: unknown): number | string | undefined {
  if (value instanceof YamlFloat) return Number.isInteger(value.value) ? value.value : undefined;
  const word = typeof value === 'bigint' ? wordOf(value) : undefined;
  return typeof word === 'string' ? word : undefined;
}
