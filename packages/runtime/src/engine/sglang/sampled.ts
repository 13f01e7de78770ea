import type { Finish } from 'slime-sdk';
import { showValue } from '../client/show-value.ts';
import { badReply } from '../client/try-fault.ts';
import { Triples } from './triples.ts';
import { isId, readInts, readPacked } from './packed-ints.ts';

/** What a reply says of the ids that were sampled: as it stood there, or as it was read already. */
export interface SampledFields {
  /** `output_ids`. */
  outputIds: unknown;
  /** `meta_info.output_token_logprobs`. */
  logprobs: unknown;
  finish: Finish;
  maxNewTokens: number | undefined;
}

const PATH = 'meta_info.output_token_logprobs';
/** Of float32, where probabilities next to 1 are normalised anew. */
const ROUNDING = 1e-5;
const NOTHING = new Triples(new Int32Array(0), new Float64Array(0), 0);

/**
 * Ids and log-probs of a reply. The log-prob triples are the record; `output_ids` must say the same.
 *
 * Nothing is sampled for `max_new_tokens` 0, though SGLang then sends one triple. An aborted reply
 * may hold fewer of the one than of the other: what both have is taken.
 *
 * @throws TryFault `no_logprobs`, `bad_logprobs`, `bad_ids`, `empty_output`, `long_output`.
 */
export function readSampled(fields: SampledFields): Triples {
  const { logprobs, finish, maxNewTokens } = fields;
  if (maxNewTokens === 0) return NOTHING;
  const outputIds = readOutputIds(fields.outputIds);
  const isAbort = finish.type === 'abort';
  if (logprobs === undefined || logprobs === null) {
    if (isAbort) return NOTHING;
    throw badReply(
      'no_logprobs',
      PATH,
      'absent, though return_logprob was sent; does the router in front drop it?',
    );
  }
  const sampled =
    typeof logprobs === 'string' ? readPackedLogprobs(logprobs, outputIds) : readTriples(logprobs);
  const matched = outputIds === undefined ? sampled : matchIds(sampled, outputIds, isAbort);
  if (matched.ids.length === 0 && !isAbort) {
    throw badReply('empty_output', 'output_ids', `nothing was sampled, yet finish ${finish.type}`);
  }
  if (maxNewTokens !== undefined && matched.ids.length > maxNewTokens) {
    const problem = `${matched.ids.length} ids, asked were ${maxNewTokens} at most`;
    throw badReply('long_output', 'output_ids', problem);
  }
  refusePositive(matched.logprobs);
  return matched;
}

/** Above 0 is no log-probability. Rounding may put one a hair above: that one is 0. */
function refusePositive(logprobs: Float64Array): void {
  for (let index = 0; index < logprobs.length; index += 1) {
    const logprob = logprobs[index] ?? 0;
    if (!(logprob > 0)) continue;
    if (logprob > ROUNDING) {
      throw badReply('bad_logprobs', `${PATH}[${index}][0]`, `${logprob} is above 0`);
    }
    logprobs[index] = 0;
  }
}

function readOutputIds(value: unknown): Int32Array | undefined {
  if (value === undefined || value === null || value instanceof Int32Array)
    return value ?? undefined;
  return readInts(value, 'output_ids', 'bad_ids');
}

function readTriples(value: unknown): Triples {
  if (value instanceof Triples) return value;
  if (!Array.isArray(value)) throw badReply('no_logprobs', PATH, 'expected a list');
  const list: readonly unknown[] = value;
  const ids = new Int32Array(list.length);
  const logprobs = new Float64Array(list.length);
  let nulls = 0;
  for (let index = 0; index < list.length; index += 1) {
    const item = list[index];
    if (!Array.isArray(item)) throw badReply('no_logprobs', `${PATH}[${index}]`, 'no triple');
    const triple: readonly unknown[] = item;
    const [logprob, id] = triple;
    if (!isId(id)) throw badReply('bad_ids', `${PATH}[${index}][1]`, `${showValue(id)} is no id`);
    ids[index] = id;
    if (isFinite(logprob)) {
      logprobs[index] = logprob;
    } else if (logprob === null || typeof logprob === 'number') {
      logprobs[index] = Number.NaN;
      nulls += 1;
    } else {
      throw badReply('no_logprobs', `${PATH}[${index}][0]`, 'no number');
    }
  }
  return new Triples(ids, logprobs, nulls);
}

/** Base64 of little-endian float32, for engines that pack them; the ids are in `output_ids`. */
function readPackedLogprobs(text: string, ids: Int32Array | undefined): Triples {
  const packed = new Float32Array(...readPacked(text, PATH, 'no_logprobs'));
  if (ids === undefined) throw badReply('bad_ids', 'output_ids', 'absent beside packed log-probs');
  const logprobs = new Float64Array(packed.length);
  let nulls = 0;
  for (let index = 0; index < packed.length; index += 1) {
    const logprob = packed[index] ?? Number.NaN;
    // What is infinite is NaN less itself.
    if (logprob - logprob === 0) logprobs[index] = logprob;
    else {
      logprobs[index] = Number.NaN;
      nulls += 1;
    }
  }
  return new Triples(ids, logprobs, nulls);
}

function matchIds(sampled: Triples, outputIds: Int32Array, isAbort: boolean): Triples {
  const length = Math.min(sampled.ids.length, sampled.logprobs.length, outputIds.length);
  const whole = sampled.logprobs.length === outputIds.length && sampled.ids.length === length;
  if (!whole && !isAbort) {
    const problem = `${sampled.logprobs.length} entries for ${outputIds.length} output ids`;
    throw badReply('no_logprobs', PATH, problem);
  }
  for (let index = 0; index < length; index += 1) {
    const id = sampled.ids[index];
    if (id === outputIds[index]) continue;
    throw badReply('bad_ids', `output_ids[${index}]`, `${outputIds[index]}, log-probs say ${id}`);
  }
  if (whole) return sampled;
  const logprobs = sampled.logprobs.subarray(0, length);
  const nulls = logprobs.reduce((count, logprob) => count + (Number.isNaN(logprob) ? 1 : 0), 0);
  return new Triples(sampled.ids.subarray(0, length), logprobs, nulls);
}

function isFinite(value: unknown): value is number {
  return Number.isFinite(value);
}
