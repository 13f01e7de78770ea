import { differing, inertInNfc, nativeVersions, properties, unassigned } from './unicode-tables.ts';
import type { PropertyMode } from './split-pattern.ts';

/** First and last code point, both inside. */
type Range = readonly [number, number];

/** Reads `gap.length` pairs in base 36: the distance from the last range, and the length less 1. */
function decodeRanges(packed: string): Range[] {
  let end = 0;
  return packed.split(',').map((pair) => {
    const [gap = '', length = '0'] = pair.split('.');
    const start = end + Number.parseInt(gap, 36);
    const last = start + Number.parseInt(length === '' ? '0' : length, 36);
    end = last + 1;
    return [start, last];
  });
}

const TABLES: ReadonlyMap<string, readonly Range[]> = buildTables();

function buildTables(): Map<string, readonly Range[]> {
  const tables = new Map<string, readonly Range[]>();
  for (const [name, packed] of Object.entries(properties)) tables.set(name, decodeRanges(packed));
  const letters = ['Lu', 'Ll', 'Lt', 'Lm', 'Lo'].flatMap((name) => tables.get(name) ?? []);
  tables.set('L', letters);
  return tables;
}

/** Properties that the tables know. */
export const tableNames: ReadonlySet<string> = new Set(TABLES.keys());

function escapeCodePoint(code: number): string {
  return `\\u{${code.toString(16)}}`;
}

function classBody(ranges: readonly Range[]): string {
  return ranges
    .map(([start, end]) =>
      start === end ? escapeCodePoint(start) : `${escapeCodePoint(start)}-${escapeCodePoint(end)}`,
    )
    .join('');
}

const bodies = new Map<string, string>();

/** The inside of a character class (flag `u`) for a property, as the Rust crate has it. */
export function tableClass(name: string): string {
  const known = bodies.get(name);
  if (known !== undefined) return known;
  const body = classBody(TABLES.get(name) ?? []);
  bodies.set(name, body);
  return body;
}

/** The ASCII part of a property, without flag `u`. */
export function asciiClass(name: string): string {
  const hex = (code: number) => `\\x${code.toString(16).padStart(2, '0')}`;
  return (TABLES.get(name) ?? [])
    .filter(([start]) => start < 0x80)
    .map(([start, end]) =>
      start === end ? hex(start) : `${hex(start)}-${hex(Math.min(end, 0x7f))}`,
    )
    .join('');
}

/** Oniguruma's `\s`: Unicode's White_Space, so with U+0085 and without U+FEFF. */
export function whitespaceClass(mode: PropertyMode): string {
  return mode === 'ascii'
    ? '\\t-\\r\\x20'
    : '\\t-\\r\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
}

const IS_NATIVE_KNOWN = nativeVersions.includes(process.versions['unicode'] ?? '');

const DIFFERING = new RegExp(`[${classBody(decodeRanges(differing))}]`, 'u');

/** Whether this engine's own `\p{...}` gives what the crate gives on a text. */
export function nativeAgrees(text: string): boolean {
  return IS_NATIVE_KNOWN && !DIFFERING.test(text);
}

const INERT = new RegExp(
  `[${classBody([...decodeRanges(inertInNfc), ...decodeRanges(unassigned)])}]+`,
  'gu',
);

/** A stretch of text that is normalised by itself, or one that NFC passes over. */
interface NfcRun {
  readonly run: string;
  readonly isInert: boolean;
}

/** Cuts a text at the characters that the Rust crate's NFC passes over. */
export function* nfcRuns(text: string): Generator<NfcRun> {
  let last = 0;
  for (const match of text.matchAll(INERT)) {
    if (match.index > last) yield { run: text.slice(last, match.index), isInert: false };
    yield { run: match[0], isInert: true };
    last = match.index + match[0].length;
  }
  if (last < text.length) yield { run: text.slice(last), isInert: false };
}

/**
 * NFC as the Rust crate has it: an older Unicode, in which some marks are inert and neither
 * compose nor reorder.
 */
export function normalizeNfc(text: string): string {
  // Below U+0300 nothing composes with what comes before it.
  if (!/[^\0-\u02ff]/.test(text)) return text;
  let result = '';
  for (const { run, isInert } of nfcRuns(text)) result += isInert ? run : run.normalize('NFC');
  return result;
}
