import { randomBytes } from 'node:crypto';
import { scanNumber } from './scan-number.ts';

/** Log-prob triples, apart. */
export interface Triples {
  ids: Int32Array;
  /** NaN where the engine gave null. */
  logprobs: Float64Array;
  /** How many log-probs were null. */
  nulls: number;
}

/** The text of a reply with {@link LIFTED} in the place of its triples, and the triples. */
export interface LiftedReply {
  text: string;
  triples: Triples;
}

/** Stands for triples that were taken out. Drawn anew in each process: no engine writes it. */
export const LIFTED = `lifted-${randomBytes(16).toString('hex')}`;

const MARK = Buffer.from(JSON.stringify(LIFTED));
const KEY = '"output_token_logprobs"';
const HIGHEST_ID = 2 ** 31 - 1;

const OPEN = 0x5b;
const CLOSE = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const ZERO = 0x30;
const NINE = 0x39;
const LETTER_N = 0x6e;

let ids = new Int32Array(1024);
let logprobs = new Float64Array(1024);

/**
 * Takes the log-prob triples out of a reply before it is parsed: as objects they are most of what a
 * turn costs.
 *
 * Undefined where the bytes are anything but `[[logprob, id], [logprob, id, null], …]` behind the
 * key's first place: the reply must then be parsed whole, as must one whose text, parsed, does not
 * have {@link LIFTED} where its triples belong.
 */
export function liftTriples(body: Buffer): LiftedReply | undefined {
  const key = body.indexOf(KEY, 0, 'latin1');
  if (key < 0) return undefined;
  const colon = skipSpace(body, key + KEY.length);
  if (body[colon] !== COLON) return undefined;
  const start = skipSpace(body, colon + 1);
  const scanned = scanList(body, start);
  if (scanned === undefined) return undefined;
  const { count, nulls, end } = scanned;
  return {
    text: Buffer.concat([body.subarray(0, start), MARK, body.subarray(end)]).toString('utf8'),
    triples: { ids: ids.slice(0, count), logprobs: logprobs.slice(0, count), nulls },
  };
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

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  let byte = bytes[at];
  while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
    at += 1;
    byte = bytes[at];
  }
  return at;
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
