import type { MaybePromise } from 'slime-sdk';

/** How a generation ended, as `finish_reason` prints it. */
export type FinishReason =
  | { type: 'stop'; matched: number | string }
  | { type: 'length'; length: number }
  | { type: 'abort'; message: string; status_code?: number | null; err_type?: string | null };

/** What ends a generation. */
export interface FinishRules {
  /** Most tokens, after the clamp to the context. */
  maxNewTokens: number;
  minNewTokens: number;
  /** Ids of the model and of `stop_token_ids`; the first stands in for an invalid id. */
  stopIds: ReadonlySet<number>;
  ignoreEos: boolean;
  stop: readonly StopString[];
  vocabSize: number;
}

/** A stop string and how many last tokens are searched for it. */
export interface StopString {
  text: string;
  /** Longest of the stop strings' own encodings, and one more: SGLang's window. */
  window: number;
}

/** Decodes ids, special tokens visible. */
export type Decode = (ids: readonly number[]) => MaybePromise<string>;

/**
 * Makes a policy's ids long enough: under `ignore_eos` to `max_new_tokens`, else to
 * `min_new_tokens`, before which no stop id is sampled. What is missing repeats the policy's ids.
 */
export function lengthen(ids: readonly number[], rules: FinishRules): number[] {
  const wanted = rules.ignoreEos
    ? rules.maxNewTokens
    : Math.min(rules.minNewTokens, rules.maxNewTokens);
  const isStop = (id: number) => !rules.ignoreEos && rules.stopIds.has(id);
  const lengthened: number[] = [];
  let suppressed: number | undefined;
  for (const id of ids) {
    if (lengthened.length < wanted && isStop(id)) suppressed = id;
    else lengthened.push(id);
  }
  const words = ids.filter((id) => !rules.stopIds.has(id));
  for (let index = 0; lengthened.length < wanted; index++) {
    lengthened.push(words[index % words.length] ?? 0);
  }
  if (suppressed !== undefined) lengthened.push(suppressed);
  return lengthened;
}

interface End {
  count: number;
  finish: FinishReason;
}

function findToken(ids: readonly number[], rules: FinishRules): End | undefined {
  if (rules.ignoreEos) return undefined;
  const index = ids.findIndex((id) => rules.stopIds.has(id));
  const matched = ids[index];
  return matched === undefined
    ? undefined
    : { count: index + 1, finish: { type: 'stop', matched } };
}

function findInvalid(ids: readonly number[], vocabSize: number): End | undefined {
  const index = ids.findIndex((id) => !(id >= 0 && id < vocabSize));
  if (index < 0) return undefined;
  return { count: index + 1, finish: { type: 'stop', matched: 'NaN happened' } };
}

/**
 * Finds the token that completes a stop string in the decoded output. Like SGLang it looks at the
 * last few tokens only, so a stop string that was sampled in more tokens than it encodes to is
 * found late or never.
 */
async function findString(
  ids: readonly number[],
  rules: FinishRules,
  decode: Decode,
): Promise<End | undefined> {
  let earliest: End | undefined;
  for (const stop of rules.stop) {
    const limit = earliest === undefined ? ids.length : earliest.count - 1;
    const contains = async (from: number, to: number) =>
      (await decode(ids.slice(from, to))).includes(stop.text);
    if (limit === 0 || !(await contains(0, limit))) continue;
    let low = 1;
    let high = limit;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (await contains(0, middle)) high = middle;
      else low = middle + 1;
    }
    for (let count = low; count <= limit; count++) {
      if (await contains(Math.max(0, count - stop.window), count)) {
        earliest = { count, finish: { type: 'stop', matched: stop.text } };
        break;
      }
    }
  }
  return earliest;
}

/**
 * Where a generation ends and why, in SGLang's order at each token: length, invalid id, stop
 * string, stop id. Ids that end without any of them were cut by length, as by a full cache.
 */
export async function findEnd(
  ids: readonly number[],
  rules: FinishRules,
  decode: Decode,
): Promise<End> {
  const room = ids.slice(0, Math.ceil(rules.maxNewTokens));
  const invalid = findInvalid(room, rules.vocabSize);
  const valid = invalid === undefined ? room : room.slice(0, invalid.count - 1);
  const ends = [
    rules.stop.length === 0 ? undefined : await findString(valid, rules, decode),
    findToken(valid, rules),
    invalid,
  ];
  let end: End = { count: room.length, finish: { type: 'length', length: room.length } };
  let found = false;
  for (const candidate of ends) {
    if (candidate && (candidate.count < end.count || (!found && candidate.count === end.count))) {
      end = candidate;
      found = true;
    }
  }
  return end.count >= rules.maxNewTokens
    ? { count: end.count, finish: { type: 'length', length: rules.maxNewTokens } }
    : end;
}

/** Text of a finished generation: what ended it is cut off as SGLang does. */
export async function finalText(
  ids: readonly number[],
  finish: FinishReason,
  options: { noStopTrim: boolean; decode: Decode },
): Promise<string> {
  const matched = finish.type === 'stop' ? finish.matched : undefined;
  // An id of 0 and an empty string are never trimmed.
  const trimsToken = typeof matched === 'number' && matched !== 0 && !options.noStopTrim;
  const text = await options.decode(trimsToken ? ids.slice(0, -1) : ids);
  if (typeof matched !== 'string' || matched === '') return text;
  const at = text.indexOf(matched);
  if (at < 0) return text;
  return text.slice(0, options.noStopTrim ? at + matched.length : at);
}
