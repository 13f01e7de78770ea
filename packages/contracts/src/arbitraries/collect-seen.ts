import type { JsonValue } from 'slime-sdk';

const LONGEST_TEXT = 20_000;
const LONGEST_VALUE = 2000;
const LONGEST_WORD = 200;
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

type Scalar = string | number | boolean;

/** Values by type and text: said again is said last. */
class Seen {
  readonly #values = new Map<string, JsonValue>();

  add(value: Scalar): void {
    this.#set(`${typeof value} ${value}`, value);
  }

  addNamed(key: string, value: Scalar): void {
    // Not by assignment: a key may be `__proto__`.
    this.#set(`${key}\0${typeof value} ${value}`, Object.fromEntries([[key, value]]));
  }

  values(): JsonValue[] {
    return [...this.#values.values()];
  }

  #set(identity: string, value: JsonValue): void {
    this.#values.delete(identity);
    this.#values.set(identity, value);
  }
}

function visit(value: unknown, found: Seen, depth: number): void {
  if (depth > DEEPEST) return;
  if (typeof value === 'string') readText(value, found, depth);
  else if (isFinite(value)) found.add(value);
  else if (Array.isArray(value)) for (const item of value) visit(item, found, depth + 1);
  else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
    for (const [key, item] of Object.entries(value)) visitEntry(key, item, found, depth);
  }
}

function visitEntry(key: string, value: unknown, found: Seen, depth: number): void {
  found.add(key);
  visit(value, found, depth + 1);
  for (const item of Array.isArray(value) ? value : [value]) {
    if (isFinite(item) || (typeof item === 'string' && item.length <= LONGEST_VALUE)) {
      found.addNamed(key, item);
    }
  }
}

function isFinite(value: unknown): value is number | boolean {
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

function readText(text: string, found: Seen, depth: number): void {
  const read = text.slice(0, LONGEST_TEXT);
  const whole = text.trim();
  const data = parseData(whole);
  if (data === undefined) readWords(read, whole, found);
  else visit(data, found, depth + 1);
  if (whole !== '' && whole.length <= LONGEST_VALUE) found.add(whole);
}

/** A list or an object that a text is the JSON of. */
function parseData(text: string): unknown {
  if (!/^[[{]/.test(text) || text.length > LONGEST_TEXT) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // No fault: it is words.
    return undefined;
  }
}

function readWords(text: string, whole: string, found: Seen): void {
  for (const [word] of text.matchAll(WORD)) {
    if (word.length > LONGEST_WORD) continue;
    const plain = word.replace(/[.\\]+$/, '');
    if (plain !== '' && plain !== whole) found.add(plain);
  }
  for (const [, span] of text.matchAll(QUOTED)) if (span !== undefined) found.add(span);
  for (const [digits] of text.matchAll(NUMBER)) {
    const number = readNumber(digits);
    if (number !== undefined) found.add(number);
  }
  for (const [, key = '', double, single, bare] of text.matchAll(NAMED)) {
    const quoted = double ?? single;
    const plain = bare?.replace(/\.+$/, '') ?? '';
    const number = quoted === undefined && /^-?[\d.]+$/.test(plain) ? readNumber(plain) : undefined;
    found.addNamed(key, number ?? quoted ?? plain);
  }
}

function readNumber(digits: string): number | undefined {
  const number = Number(digits);
  return Number.isSafeInteger(number) || (digits.includes('.') && Number.isFinite(number))
    ? number
    : undefined;
}
