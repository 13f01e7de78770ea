import type { JsonValue } from 'slime-sdk';

const LONGEST_TEXT = 20_000;
const LONGEST_VALUE = 2000;
const MOST_VALUES = 500;
const DEEPEST = 50;
/** Quoted spans, then what stands between blanks and punctuation. */
const QUOTED = /"([^"\n]{1,100})"/g;
const WORD = /[^\s"'`,;:(){}[\]<>=|!?]+/g;
const NUMBER = /-?\d+(?:\.\d+)?/g;

/**
 * The scalars of a value (messages, observations, metadata, a label), newest last and each once:
 * strings whole, and the quoted spans, words and numbers in them; keys of objects too, since data
 * files keep ids there. The last 500 are kept.
 */
export function collectSeen(value: unknown): JsonValue[] {
  const found = new Set<JsonValue>();
  visit(value, found, 0);
  return [...found].slice(-MOST_VALUES);
}

/** Said again is said last. */
function add(found: Set<JsonValue>, value: JsonValue): void {
  found.delete(value);
  found.add(value);
}

function visit(value: unknown, found: Set<JsonValue>, depth: number): void {
  if (depth > DEEPEST) return;
  if (typeof value === 'string') readText(value, found);
  else if (typeof value === 'number' && Number.isFinite(value)) add(found, value);
  else if (typeof value === 'boolean') add(found, value);
  else if (Array.isArray(value)) for (const item of value) visit(item, found, depth + 1);
  else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
    for (const [key, item] of Object.entries(value)) {
      add(found, key);
      visit(item, found, depth + 1);
    }
  }
}

function readText(text: string, found: Set<JsonValue>): void {
  const read = text.slice(0, LONGEST_TEXT);
  const whole = text.trim();
  for (const [word] of read.matchAll(WORD)) {
    const plain = word.replace(/\.+$/, '');
    if (plain !== '' && plain !== whole) add(found, plain);
  }
  for (const [, span] of read.matchAll(QUOTED)) if (span !== undefined) add(found, span);
  for (const [digits] of read.matchAll(NUMBER)) {
    const number = Number(digits);
    if (Number.isSafeInteger(number) || digits.includes('.')) add(found, number);
  }
  if (whole !== '' && whole.length <= LONGEST_VALUE) add(found, whole);
}
