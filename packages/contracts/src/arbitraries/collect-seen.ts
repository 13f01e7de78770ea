import type { JsonValue } from 'slime-sdk';

const LONGEST_TEXT = 20_000;
const LONGEST_VALUE = 2000;
const MOST_VALUES = 800;
const DEEPEST = 50;
/** Quoted spans, then what stands between blanks and punctuation. */
const QUOTED = /"([^"\n]{1,100})"/g;
const WORD = /[^\s"'`,;:(){}[\]<>=|!?]+/g;
const NUMBER = /-?\d+(?:\.\d+)?/g;
/** `"order_id": "#W1"`, `order id: #W1`, `n=3`. */
const NAMED =
  /([A-Za-z_][\w-]{0,60})["'*]{0,3}[ \t]{0,3}[:=]\*{0,2}[ \t]{0,3}(?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|([^\s"',;{}[\]()<>]{1,100}))/g;

/**
 * The scalars of a value (messages, observations, metadata, a label), newest last and each once:
 * strings whole, and the quoted spans, words and numbers in them; keys of objects, since data files
 * keep ids there. What stands under a key, in data or in text, is there as `{ key: scalar }` too,
 * so that an argument of this name finds it. The last 800 are kept.
 */
export function collectSeen(value: unknown): JsonValue[] {
  const found = new Seen();
  visit(value, found, 0);
  return found.values().slice(-MOST_VALUES);
}

/** Values by their JSON: said again is said last. */
class Seen {
  readonly #values = new Map<string, JsonValue>();

  add(value: string | number | boolean): void {
    this.#set(value, value);
  }

  addNamed(key: string, value: string | number | boolean): void {
    // Not by assignment: a key may be `__proto__`.
    this.#set({ [key]: value }, Object.fromEntries([[key, value]]));
  }

  values(): JsonValue[] {
    return [...this.#values.values()];
  }

  #set(identity: JsonValue, value: JsonValue): void {
    const key = JSON.stringify(identity);
    this.#values.delete(key);
    this.#values.set(key, value);
  }
}

function visit(value: unknown, found: Seen, depth: number): void {
  if (depth > DEEPEST) return;
  if (typeof value === 'string') readText(value, found);
  else if (isFinite(value)) found.add(value);
  else if (Array.isArray(value)) for (const item of value) visit(item, found, depth + 1);
  else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
    for (const [key, item] of Object.entries(value)) {
      found.add(key);
      visit(item, found, depth + 1);
      for (const scalar of Array.isArray(item) ? item : [item]) {
        if (isFinite(scalar) || (typeof scalar === 'string' && scalar.length <= LONGEST_VALUE)) {
          found.addNamed(key, scalar);
        }
      }
    }
  }
}

function isFinite(value: unknown): value is number | boolean {
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

function readText(text: string, found: Seen): void {
  const read = text.slice(0, LONGEST_TEXT);
  const whole = text.trim();
  for (const [word] of read.matchAll(WORD)) {
    const plain = word.replace(/\.+$/, '');
    if (plain !== '' && plain !== whole) found.add(plain);
  }
  for (const [, span] of read.matchAll(QUOTED)) if (span !== undefined) found.add(span);
  for (const [digits] of read.matchAll(NUMBER)) {
    const number = readNumber(digits);
    if (number !== undefined) found.add(number);
  }
  for (const [, key = '', double, single, bare] of read.matchAll(NAMED)) {
    const quoted = double ?? single;
    const plain = bare?.replace(/\.+$/, '') ?? '';
    const number = quoted === undefined && /^-?[\d.]+$/.test(plain) ? readNumber(plain) : undefined;
    found.addNamed(key, number ?? quoted ?? plain);
  }
  if (whole !== '' && whole.length <= LONGEST_VALUE) found.add(whole);
}

function readNumber(digits: string): number | undefined {
  const number = Number(digits);
  return Number.isSafeInteger(number) || (digits.includes('.') && Number.isFinite(number))
    ? number
    : undefined;
}
