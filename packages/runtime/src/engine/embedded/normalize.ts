import type { GenerateBody } from './body-schema.ts';
import { normalizeBatch } from './normalize-batch.ts';
import { comparable, isTruthy } from './python-value.ts';
import { RequestError } from './request-error.ts';
import { hasData, isGiven, type SingleRequest } from './single-request.ts';

/** A body as the generations it asks for. */
export interface NormalizedBody {
  /** The reply is one object, not an array. */
  single: boolean;
  /** Gives them. @throws RequestError of kind `internal` where a list ends too early. */
  split(): SingleRequest[];
}

/** Samples asked for a prompt; SGLang compares them before anything checks their type. */
function countSamples(params: GenerateBody['sampling_params']): number {
  const read = (one: Record<string, unknown>) => {
    const count = 'n' in one ? one['n'] : 1;
    return typeof count === 'boolean' ? Number(count) : count;
  };
  if (!isGiven(params)) return 1;
  if (!Array.isArray(params)) return comparable(read(params), 'n');
  if (params[0] === undefined) throw new RequestError('internal', 'sampling_params is empty');
  const count = read(params[0]);
  if (params.some((one) => JSON.stringify(read(one)) !== JSON.stringify(count))) {
    throw new RequestError(
      'value',
      'The parallel_sample_num should be the same for all samples in sample params.',
    );
  }
  return comparable(count, 'n');
}

/** Whether the body holds one prompt, and how many it holds. */
function countPrompts(body: GenerateBody): { single: boolean; size: number } {
  if (isGiven(body.text)) {
    if (typeof body.text === 'string') return { single: true, size: 1 };
    return { single: false, size: body.text.length };
  }
  if (isGiven(body.input_ids)) {
    if (body.input_ids.length === 0) {
      throw new RequestError('value', 'input_ids cannot be empty.');
    }
    const isBatch = Array.isArray(body.input_ids[0]);
    return { single: !isBatch, size: isBatch ? body.input_ids.length : 1 };
  }
  const first = body.input_embeds?.[0]?.[0];
  if (first === undefined) throw new RequestError('internal', 'input_embeds is empty');
  const isBatch = Array.isArray(first);
  return { single: !isBatch, size: isBatch ? (body.input_embeds?.length ?? 0) : 1 };
}

function checkPrompt(body: GenerateBody): void {
  const given = [body.text, body.input_ids, body.input_embeds].filter(isGiven);
  if (given.length === 0 || given.length === 3) {
    throw new RequestError('value', 'Either text, input_ids or input_embeds should be provided.');
  }
}

function normalizeSingle(body: GenerateBody): SingleRequest {
  return {
    rid: body.rid ?? null,
    text: body.text ?? null,
    inputIds: body.input_ids ?? null,
    images: body.image_data,
    samplingParams: body.sampling_params ?? {},
    returnLogprob: isTruthy(body.return_logprob),
    logprobStartLen: body.logprob_start_len ?? -1,
    tokenIdsLogprob: body.token_ids_logprob ?? null,
    topLogprobsNum: body.top_logprobs_num ?? 0,
    loraPath: body.lora_path ?? null,
    customLogitProcessor: body.custom_logit_processor ?? null,
    returnHiddenStates: body.return_hidden_states,
    hasVideoOrAudio: hasData(body.video_data) || hasData(body.audio_data),
    ordinal: 0,
  };
}

/**
 * Splits a body into its generations, as SGLang's `normalize_batch_and_arguments` with the
 * look-ups that follow it.
 *
 * @throws RequestError of kind `value` or `internal`.
 */
export function normalizeBody(body: GenerateBody): NormalizedBody {
  checkPrompt(body);
  const prompts = countPrompts(body);
  if (isGiven(body.session_id) && isGiven(body.session_params)) {
    throw new RequestError('value', 'session_id and session_params cannot both be set.');
  }
  const samples = countSamples(body.sampling_params);
  if (prompts.single && !(samples > 1)) {
    return { single: true, split: () => [normalizeSingle(body)] };
  }
  return { single: false, split: normalizeBatch(body, prompts.size, samples) };
}
