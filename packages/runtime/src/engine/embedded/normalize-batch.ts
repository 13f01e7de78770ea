import type { GenerateBody } from './body-schema.ts';
import { isTruthy, itemAt } from './python-value.ts';
import { RequestError } from './request-error.ts';
import { hasData, isGiven, type SingleRequest } from './single-request.ts';

/** Generations that one body may ask for. */
const MAX_ITEMS = 65_536;

/** Gives a field's value for the generation at an index. */
type Lookup = (index: number) => unknown;

function refuse(message: string): never {
  throw new RequestError('value', message);
}

/** A list repeated for each sample; any other value stands for all. */
function repeated(value: unknown, samples: number, name: string): Lookup {
  if (!Array.isArray(value)) return () => value ?? null;
  const list: unknown[] = Array.from({ length: samples }, () => value).flat();
  return (index) => itemAt(list, index, name);
}

/** A list forbids several samples; null takes the fallback, any other value stands for all. */
function perPrompt(value: unknown, fallback: unknown, samples: number, name: string): Lookup {
  if (!Array.isArray(value)) return () => value ?? fallback;
  if (samples > 1) refuse(`Cannot use list ${name} with parallel_sample_num > 1`);
  return (index) => itemAt(value, index, name);
}

function imagesOf(value: unknown, size: number, samples: number): Lookup {
  if (!isGiven(value)) return () => null;
  if (!Array.isArray(value)) return () => [value];
  if (value.length === 0) return () => null;
  if (value.length !== size) refuse('The length of image_data should be equal to the batch size.');
  const rows: unknown[] = value;
  if (!Array.isArray(rows[0])) {
    return repeated(
      rows.map((row) => [row]),
      samples,
      'image_data',
    );
  }
  if (rows.some((row) => typeof row === 'number' || typeof row === 'boolean')) {
    throw new RequestError('internal', 'an item of image_data has no length');
  }
  return repeated(rows, samples, 'image_data');
}

function tokenIdsOf(value: GenerateBody['token_ids_logprob'], samples: number): Lookup {
  if (!value || value.length === 0) return () => null;
  if (!Array.isArray(value[0])) return () => value;
  return perPrompt(value, null, samples, 'token_ids_logprob');
}

function ridsOf(body: GenerateBody, size: number, count: number): (string | null)[] {
  const { rid } = body;
  if (!isGiven(rid)) return Array.from({ length: count }, () => null);
  if (typeof rid === 'string') {
    return Array.from({ length: count }, (_, index) => `${rid}_${index}`);
  }
  if (rid.length !== size) {
    refuse('The specified rids length mismatch with the batch_size for batch processing.');
  }
  return rid;
}

function checkUniqueRids(rids: readonly (string | null)[]): void {
  const named = rids.filter((rid) => rid !== null);
  if (new Set(named).size !== named.length) {
    refuse(`Duplicate request IDs detected within the request: ${JSON.stringify(named)}`);
  }
}

/** The prompt's ids; SGLang repeats only the prompt that it counted by, so ids beside text may end. */
function inputIdsOf(body: GenerateBody, samples: number): Lookup {
  const ids = body.input_ids;
  if (!isGiven(ids)) return () => null;
  const rows = samples > 1 && hasOnePrompt(body) ? [ids] : ids;
  if (isGiven(body.text)) return (index) => itemAt(rows, index, 'input_ids');
  return repeated(rows, samples, 'input_ids');
}

function hasOnePrompt(body: GenerateBody): boolean {
  return isGiven(body.text)
    ? typeof body.text === 'string'
    : !Array.isArray(body.input_ids?.[0] ?? []);
}

/** Fields that this engine only looks up: a list that is too short fails, as in SGLang. */
function lookedUp(body: GenerateBody, samples: number): Lookup[] {
  const direct = {
    lora_id: body.lora_id,
    positional_embed_overrides: body.positional_embed_overrides,
    multi_item_delimiter_indices: body.multi_item_delimiter_indices,
    modalities: isGiven(body.image_data) || !body.modalities?.length ? null : body.modalities,
  };
  const spread = {
    video_data: body.video_data,
    audio_data: body.audio_data,
    bootstrap_host: body.bootstrap_host,
    bootstrap_port: body.bootstrap_port,
    bootstrap_room: body.bootstrap_room,
    bootstrap_pair_key: body.bootstrap_pair_key,
    decode_tp_size: body.decode_tp_size,
  };
  return [
    ...Object.entries(direct).map(
      ([name, value]): Lookup =>
        (index) =>
          itemAt(value, index, name),
    ),
    ...Object.entries(spread).map(([name, value]) => repeated(value, samples, name)),
  ];
}

/**
 * Checks a batch and gives what splits it: one generation for each prompt and sample, prompt by
 * prompt.
 *
 * @throws RequestError of kind `value` where SGLang compares lengths, of kind `internal` where it
 *   runs past the end of a list; that is found when it is split.
 */
export function normalizeBatch(
  body: GenerateBody,
  size: number,
  samples: number,
): () => SingleRequest[] {
  const count = size * samples;
  if (!Number.isInteger(samples)) throw new RequestError('internal', 'n is no integer');
  if (count > MAX_ITEMS) refuse(`a batch may hold at most ${MAX_ITEMS} generations, got ${count}.`);
  const rids = ridsOf(body, size, count);
  const text = repeated(typeof body.text === 'string' ? [body.text] : body.text, samples, 'text');
  const inputIds = inputIdsOf(body, samples);
  const loraPath = repeated(body.lora_path, samples, 'lora_path');
  const images = imagesOf(body.image_data, size, samples);
  const params = repeated(body.sampling_params ?? {}, samples, 'sampling_params');
  const returnLogprob = perPrompt(body.return_logprob, false, samples, 'return_logprob');
  const startLen = perPrompt(body.logprob_start_len, -1, samples, 'logprob_start_len');
  const topNum = perPrompt(body.top_logprobs_num, 0, samples, 'top_logprobs_num');
  const tokenIds = tokenIdsOf(body.token_ids_logprob, samples);
  const processor = perPrompt(body.custom_logit_processor, null, samples, 'custom_logit_processor');
  if (Array.isArray(body.extra_key) && body.extra_key.length !== size) {
    refuse('The length of extra_key should be equal to the batch size.');
  }
  const hidden = Array.isArray(body.return_hidden_states)
    ? repeated(body.return_hidden_states, 1, 'return_hidden_states')
    : () => body.return_hidden_states;
  checkUniqueRids(rids);
  const others = lookedUp(body, samples);
  const itemAtIndex = (rid: string | null, index: number): SingleRequest => {
    for (const other of others) other(index);
    return {
      rid,
      text: text(index),
      inputIds: inputIds(index),
      images: images(index),
      samplingParams: params(index),
      returnLogprob: isTruthy(returnLogprob(index)),
      logprobStartLen: startLen(index),
      tokenIdsLogprob: tokenIds(index),
      topLogprobsNum: topNum(index),
      loraPath: loraPath(index),
      customLogitProcessor: processor(index),
      returnHiddenStates: hidden(index),
      hasVideoOrAudio: hasData(body.video_data) || hasData(body.audio_data),
      ordinal: 0,
    };
  };
  return () => expand(rids.map(itemAtIndex), size, samples);
}

function expand(items: SingleRequest[], size: number, samples: number): SingleRequest[] {
  if (samples === 1) return items;
  // The further samples run under ids of the server's own.
  return Array.from({ length: size }, (_, prompt) => {
    const item = items[prompt];
    if (item === undefined) throw new RequestError('internal', `no prompt ${prompt}`);
    return Array.from({ length: samples }, (_unused, ordinal) => ({ ...item, rid: null, ordinal }));
  }).flat();
}
