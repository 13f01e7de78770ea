import { skipSpace } from './json-space.ts';
import { scanNumber } from './scan-number.ts';
import { Triples } from './triples.ts';

const HIGHEST_ID = 2 ** 31 - 1;

const OPEN = 0x5b;
const CLOSE = 0x5d;
const COMMA = 0x2c;
const ZERO = 0x30;
const NINE = 0x39;
const LETTER_N = 0x6e;

const LEAST_ROOM = 1024;
/** Items beyond which the room is given back after use. */
const MOST_KEPT = 1 << 18;

let ids = new Int32Array(LEAST_ROOM);
let logprobs = new Float64Array(LEAST_ROOM);

/** Items that were read off a reply's bytes, and the place behind their list. */
export interface Scanned<T> {
  value: T;
  end: number;
}

/** Reads `[[logprob, id], [logprob, id, null], …]` from its bracket on; undefined for anything else. */
export function scanTriples(bytes: Buffer, start: number): Scanned<Triples> | undefined {
  const scanned = scanList(bytes, start);
  if (scanned === undefined) return undefined;
  const { count, nulls, end } = scanned;
  const value = new Triples(ids.slice(0, count), logprobs.slice(0, count), nulls);
  giveBack();
  return { value, end };
}

/** Reads `[id, id, …]` from its bracket on; undefined for anything else. */
export function scanIds(bytes: Buffer, start: number): Scanned<Int32Array> | undefined {
  if (bytes[start] !== OPEN) return undefined;
  let at = skipSpace(bytes, start + 1);
  if (bytes[at] === CLOSE) return { value: new Int32Array(0), end: at + 1 };
  for (let count = 0; ; count += 1) {
    if (count === ids.length) grow();
    at = scanId(bytes, at, count);
    if (at < 0) return undefined;
    at = skipSpace(bytes, at);
    if (bytes[at] === CLOSE) {
      const value = ids.slice(0, count + 1);
      giveBack();
      return { value, end: at + 1 };
    }
    if (bytes[at] !== COMMA) return undefined;
    at = skipSpace(bytes, at + 1);
  }
}

function scanList(
  bytes: Buffer,
  start: number,
): { count: number; nulls: number; end: number } | undefined {
  if (bytes[start] !== OPEN) return undefined;
  let at = skipSpace(bytes, start + 1);
  if (bytes[at] === CLOSE) return { count: 0, nulls: 0, end: at + 1 };
  let nulls = 0;
  for (let count = 0; ; count += 1) {
    if (count === ids.length) grow();
    if (bytes[at] !== OPEN) return undefined;
    at = skipSpace(bytes, at + 1);
    if (bytes[at] === LETTER_N) {
      if (!isNull(bytes, at)) return undefined;
      logprobs[count] = Number.NaN;
      nulls += 1;
      at += 4;
    } else {
      at = scanNumber(bytes, at, logprobs, count);
      if (at < 0) return undefined;
      if (!Number.isFinite(logprobs[count])) {
        logprobs[count] = Number.NaN;
        nulls += 1;
      }
    }
    at = skipSpace(bytes, at);
    if (bytes[at] !== COMMA) return undefined;
    at = scanId(bytes, skipSpace(bytes, at + 1), count);
    if (at < 0) return undefined;
    at = skipSpace(bytes, at);
    if (bytes[at] === COMMA) {
      at = skipSpace(bytes, at + 1);
      if (!isNull(bytes, at)) return undefined;
      at = skipSpace(bytes, at + 4);
    }
    if (bytes[at] !== CLOSE) return undefined;
    at = skipSpace(bytes, at + 1);
    if (bytes[at] === CLOSE) return { count: count + 1, nulls, end: at + 1 };
    if (bytes[at] !== COMMA) return undefined;
    at = skipSpace(bytes, at + 1);
  }
}

/** Reads an id; gives the place behind it, -1 where there is none. */
function scanId(bytes: Buffer, start: number, index: number): number {
  let at = start;
  let id = 0;
  let byte = bytes[at] ?? 0;
  while (byte >= ZERO && byte <= NINE && id <= HIGHEST_ID) {
    id = id * 10 + byte - ZERO;
    at += 1;
    byte = bytes[at] ?? 0;
  }
  const hasZero = bytes[start] === ZERO && at > start + 1;
  if (at === start || hasZero || id > HIGHEST_ID) return -1;
  ids[index] = id;
  return at;
}

function isNull(bytes: Buffer, at: number): boolean {
  return (
    bytes[at] === LETTER_N &&
    bytes[at + 1] === 0x75 &&
    bytes[at + 2] === 0x6c &&
    bytes[at + 3] === 0x6c
  );
}

function grow(): void {
  const [moreIds, moreLogprobs] = [
    new Int32Array(ids.length * 2),
    new Float64Array(logprobs.length * 2),
  ];
  moreIds.set(ids);
  moreLogprobs.set(logprobs);
  ids = moreIds;
  logprobs = moreLogprobs;
}

/** One reply of hundreds of megabytes must not hold as many for good. */
function giveBack(): void {
  if (ids.length <= MOST_KEPT) return;
  ids = new Int32Array(LEAST_ROOM);
  logprobs = new Float64Array(LEAST_ROOM);
}
