import { randomBytes } from 'node:crypto';
import { skipSpace } from './json-space.ts';
import { parsedOrUndefined } from './parsed-or-undefined.ts';
import { type Scanned, scanIds, scanTriples } from './scan-arrays.ts';
import type { Triples } from './triples.ts';

/** The text of a reply with {@link LIFTED} in the place of each of its long arrays. */
export interface LiftedReply {
  text: string;
  /** As they were read, or as the base64 that stood there. */
  arrays: {
    logprobs: Triples | string;
    /** Undefined where they are still in the text, or nowhere. */
    outputIds: Int32Array | string | undefined;
  };
}

/** Stands for an array that was taken out. Drawn anew in each process: no engine writes it. */
export const LIFTED = `lifted-${randomBytes(16).toString('hex')}`;

const MARK = JSON.stringify(LIFTED);
const QUOTE = 0x22;
const COLON = 0x3a;

type Place<T> = Scanned<T> & { start: number };

/**
 * Takes ids and log-probs out of a reply before it is parsed: as objects, or as text, they are most
 * of what a turn costs.
 *
 * Undefined where the first place of a key does not hold what is expected: the reply must then be
 * parsed whole, as must one whose text, parsed, does not have {@link LIFTED} where its arrays belong.
 */
export function liftArrays(body: Buffer): LiftedReply | undefined {
  const logprobs = liftValue(body, '"output_token_logprobs"', scanTriples);
  if (logprobs === undefined) return undefined;
  const ids = liftValue(body, '"output_ids"', scanIds);
  const [first, second] = inOrder(logprobs, ids);
  const { length } = body;
  const text =
    second === undefined
      ? body.toString('utf8', 0, first.start) + MARK + body.toString('utf8', first.end, length)
      : body.toString('utf8', 0, first.start) +
        MARK +
        body.toString('utf8', first.end, second.start) +
        MARK +
        body.toString('utf8', second.end, length);
  return { text, arrays: { logprobs: logprobs.value, outputIds: ids?.value } };
}

/** What stands behind a key: base64, or a list that is scanned. */
function liftValue<T>(
  body: Buffer,
  key: string,
  scan: (body: Buffer, start: number) => Scanned<T> | undefined,
): Place<T | string> | undefined {
  const found = body.indexOf(key, 0, 'latin1');
  if (found < 0) return undefined;
  const colon = skipSpace(body, found + key.length);
  if (body[colon] !== COLON) return undefined;
  const start = skipSpace(body, colon + 1);
  const scanned = body[start] === QUOTE ? liftText(body, start) : scan(body, start);
  return scanned === undefined ? undefined : { ...scanned, start };
}

/** A text without escapes, as base64 has none; parsed, as not every byte may stand in one. */
function liftText(body: Buffer, start: number): Scanned<string> | undefined {
  const end = body.indexOf(QUOTE, start + 1) + 1;
  if (end === 0) return undefined;
  const text = body.toString('utf8', start, end);
  const value = text.includes('\\') ? undefined : parsedOrUndefined(text);
  return typeof value === 'string' ? { value, end } : undefined;
}

function inOrder<A, B>(
  a: Place<A>,
  b: Place<B> | undefined,
): readonly [Place<A | B>, Place<A | B> | undefined] {
  if (b === undefined) return [a, undefined];
  return a.start < b.start ? [a, b] : [b, a];
}
