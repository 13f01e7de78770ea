import type { GenerateRequest, GenerateResult } from 'slime-sdk';
import { isPassing, messageOf } from '../client/http-status.ts';
import { badReply, TryFault } from '../client/try-fault.ts';
import { readFinish } from './finish.ts';
import { LIFTED, liftArrays } from './lift-arrays.ts';
import { parsedOrUndefined } from './parsed-or-undefined.ts';
import { readInts } from './packed-ints.ts';
import { readExperts, readTopP } from './replay-arrays.ts';
import { readSampled } from './sampled.ts';

/** What a reply is checked against. */
export interface ReplyContext {
  request: GenerateRequest;
  rid: string;
  /** Take null log-probs as NaN: no try is left. */
  acceptNulls: boolean;
  /** Ids of the model, from 0; no bound when it is not known. */
  vocabSize?: number | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a reply of `POST /generate`, checked by hand: a schema would cost more than the parsing.
 *
 * @throws TryFault naming the JSON path of what is wrong.
 */
export function readReply(body: Buffer, context: ReplyContext): Omit<GenerateResult, 'discarded'> {
  const { request, rid } = context;
  const { reply, meta, arrays } = readFields(body);
  if (typeof meta['id'] === 'string' && meta['id'] !== rid) {
    throw badReply('wrong_rid', 'meta_info.id', `the reply of ${meta['id']}, asked was ${rid}`);
  }
  const finish = readFinish(meta['finish_reason']);
  const maxNewTokens = request.sampling_params.max_new_tokens;
  const { ids, logprobs, nulls } = readSampled({ ...arrays, finish, maxNewTokens });
  if (nulls > 0 && !context.acceptNulls && finish.type !== 'abort') {
    const path = 'meta_info.output_token_logprobs';
    throw badReply('null_logprobs', path, `${nulls} of ${ids.length} log-probs are null`);
  }
  refuseOutside(ids, context, 'output_ids');
  const promptTokens = readPromptTokens(meta, context, finish.type === 'abort');
  const topP = readTopP(meta, request, ids.length);
  const tokens = { prompt: promptTokens, sampled: ids.length };
  const routedExperts = readExperts(meta, request, tokens);
  const promptIds = readPromptIds(reply, context);
  const specInfo = readSpecInfo(meta);
  return {
    rid,
    ids,
    logprobs,
    finish,
    text: typeof reply['text'] === 'string' ? reply['text'] : '',
    // An abort out of the waiting queue names none; it is not that of the reply before.
    weightVersion: typeof meta['weight_version'] === 'string' ? meta['weight_version'] : 'unknown',
    promptTokens,
    cachedTokens: isCount(meta['cached_tokens']) ? meta['cached_tokens'] : 0,
    ...(promptIds === undefined ? {} : { promptIds }),
    ...(topP === undefined ? {} : { topP }),
    ...(routedExperts === undefined ? {} : { routedExperts }),
    ...(specInfo === undefined ? {} : { specInfo }),
  };
}

/** The reply's objects, its long arrays apart where they could be read off its bytes. */
function readFields(body: Buffer): ReadFields & { meta: Fields } {
  const { reply, meta, arrays } = liftedFields(body) ?? parsedFields(body);
  refuseError(reply);
  return { reply, meta: asFields(meta, 'meta_info'), arrays };
}

interface ReadFields {
  reply: Fields;
  meta: unknown;
  /** `output_token_logprobs` and `output_ids`. */
  arrays: { logprobs: unknown; outputIds: unknown };
}

function liftedFields(body: Buffer): ReadFields | undefined {
  const lifted = liftArrays(body);
  const reply = lifted === undefined ? undefined : parsedOrUndefined(lifted.text);
  if (lifted === undefined || !isFields(reply)) return undefined;
  const { output_ids: ids, meta_info: meta } = reply;
  if (!isFields(meta) || meta['output_token_logprobs'] !== LIFTED) return undefined;
  const { logprobs, outputIds = ids } = lifted.arrays;
  if (outputIds !== ids && ids !== LIFTED) return undefined;
  return { reply, meta, arrays: { logprobs, outputIds } };
}

function parsedFields(body: Buffer): ReadFields {
  const reply = asFields(parse(body), 'reply');
  const { output_ids: outputIds, meta_info: meta } = reply;
  const logprobs = isFields(meta) ? meta['output_token_logprobs'] : undefined;
  return { reply, meta, arrays: { logprobs, outputIds } };
}

function readPromptIds(reply: Fields, context: ReplyContext): Int32Array | undefined {
  const path = 'prompt_token_ids';
  const list = reply[path] ?? undefined;
  if (list === undefined) return undefined;
  const ids = readInts(list, path, 'bad_ids');
  refuseOutside(ids, context, path);
  return ids;
}

/** An id that the model has no row for was not sampled from it, and a trainer would stop at it. */
function refuseOutside(ids: Int32Array, { vocabSize }: ReplyContext, path: string): void {
  if (vocabSize === undefined) return;
  let at = 0;
  while (at < ids.length && (ids[at] ?? 0) < vocabSize) at += 1;
  if (at === ids.length) return;
  const problem = `${ids[at]} is outside of the vocabulary of ${vocabSize} ids`;
  throw badReply(
    'bad_ids',
    `${path}[${at}]`,
    `${problem}; does the engine serve the model of --hf-checkpoint?`,
  );
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new TryFault('bad_json', `reply of ${body.length} bytes: ${problem}`, {
      retry: 'later',
      cause: error,
    });
  }
}

/** An error that came with status 200. */
function refuseError(reply: Fields): void {
  const { error, object, code } = reply;
  if (error === undefined && object !== 'error') return;
  const nested = typeof error === 'object' && error !== null && 'code' in error ? error.code : code;
  const message = messageOf(reply) ?? 'no message';
  const isFinal = typeof nested === 'number' && nested >= 400 && !isPassing(nested);
  throw new TryFault('error_reply', `error in a reply of status 200: ${message}`, {
    retry: isFinal ? 'never' : 'later',
    ...(typeof nested === 'number' ? { status: nested } : {}),
  });
}

/**
 * Prompt length by the engine's count. An abort out of the waiting queue has none. Without pictures
 * it must be what was sent: an engine that truncates prompts samples from another one.
 */
function readPromptTokens(meta: Fields, { request }: ReplyContext, isAbort: boolean): number {
  const told = meta['prompt_tokens'];
  const sent = request.input_ids.length;
  const hasPictures = request.image_data !== undefined && request.image_data.length > 0;
  if (typeof told !== 'number') {
    if (isAbort || !hasPictures) return sent;
    throw badReply('bad_meta', 'meta_info.prompt_tokens', 'absent for a prompt with pictures');
  }
  if (told !== sent && !hasPictures && !isAbort) {
    throw badReply('prompt_mismatch', 'meta_info.prompt_tokens', `${told}, sent were ${sent} ids`);
  }
  if (!Number.isSafeInteger(told) || told < 0) {
    throw badReply('bad_meta', 'meta_info.prompt_tokens', `${told} is no count`);
  }
  return told;
}

/** Speculative decoding; the names of SGLang 0.5.15, else those that slime's `Sample` reads. */
function readSpecInfo(meta: Fields): GenerateResult['specInfo'] {
  const accept = meta['spec_num_correct_drafts'] ?? meta['spec_accept_token_num'];
  const draft = meta['spec_num_proposed_drafts'] ?? meta['spec_draft_token_num'];
  const verify = meta['spec_verify_ct'];
  if (!isCount(accept) || !isCount(draft) || !isCount(verify)) return undefined;
  return { accept, draft, verify };
}

/** What is counted is only told of: a wrong one is left out, and fails no reply. */
function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function asFields(value: unknown, path: string): Fields {
  if (!isFields(value)) throw badReply('bad_reply', path, 'expected an object');
  return value;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
