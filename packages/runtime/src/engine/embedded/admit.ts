import type { Encoder } from 'slime-sdk';
import type { GenerateBody } from './body-schema.ts';
import { encodeWithPictures, readPictures } from './pictures.ts';
import { comparable, isRecord, isTruthy } from './python-value.ts';
import { type Hash, hashInts, hashText } from './random.ts';
import { RequestError } from './request-error.ts';
import { readSampling, type Sampling } from './sampling.ts';
import { hasData, isGiven, type SingleRequest } from './single-request.ts';

/** What the checks need to know of the engine. */
export interface AdmitContext {
  encoder: Encoder;
  contextLength: number;
  /** Ids sent beside pictures are decoded and encoded anew. */
  retokenizePictures: boolean;
  seed: number;
}

/** A generation that SGLang would run. */
export interface Job {
  prompt: readonly number[];
  images: number;
  sampling: Sampling;
  /** After the clamp to the context. */
  maxNewTokens: number;
  /** First position of the prompt whose log-prob is returned; null for none. */
  logprobStart: number | null;
  /** Hash of engine seed, prompt, sampling seed and ordinal: all randomness comes from it. */
  identity: Hash;
}

/** Longest prompt plus one that the scheduler takes. */
export function maxRequestInput(contextLength: number): number {
  return contextLength - 6;
}

function refuse(message: string): never {
  throw new RequestError('value', message);
}

/** What this engine cannot do, or is not configured for. */
function checkFeatures(item: SingleRequest): void {
  if (isTruthy(item.returnHiddenStates ?? null)) {
    refuse('The server is not configured to return the hidden states.');
  }
  if (isTruthy(item.customLogitProcessor)) {
    refuse('The server is not configured to enable custom logit processor.');
  }
  if (item.hasVideoOrAudio) refuse('video and audio are not supported by the embedded engine.');
  if (isTruthy(item.tokenIdsLogprob)) {
    refuse('token_ids_logprob is not supported by the embedded engine.');
  }
  if (item.returnLogprob && comparable(item.topLogprobsNum, 'top_logprobs_num') > 0) {
    refuse('top_logprobs_num is not supported by the embedded engine.');
  }
}

function toIds(values: readonly unknown[]): readonly number[] {
  const isNumber = (id: unknown): id is number => typeof id === 'number';
  return values.every(isNumber) ? values : values.map((id) => comparable(id, 'an id'));
}

async function readPrompt(
  item: SingleRequest,
  { encoder, retokenizePictures }: AdmitContext,
): Promise<{ ids: readonly unknown[]; images: number }> {
  const { text } = item;
  if (isGiven(text) && typeof text !== 'string') {
    throw new RequestError('internal', 'text of a prompt is no string');
  }
  const pictures = hasData(item.images) ? readPictures(item.images) : [];
  if (isGiven(item.inputIds)) {
    const ids: unknown = item.inputIds;
    if (!Array.isArray(ids)) {
      throw new RequestError('internal', 'input_ids of a prompt is no list');
    }
    if (ids.length === 0) refuse('input_ids cannot be empty.');
    if (pictures.length === 0 || !retokenizePictures) return { ids, images: pictures.length };
    const decoded = await encoder.decode(toIds(ids), { skipSpecialTokens: false });
    return {
      ids: await encodeWithPictures(encoder, decoded, pictures),
      images: pictures.length,
    };
  }
  if (!isGiven(text)) {
    refuse('input_embeds is provided while disable_radix_cache is False.');
  }
  if (text === '') refuse('texts cannot be empty and tokenizer must be initialized');
  if (pictures.length > 0) {
    return { ids: await encodeWithPictures(encoder, text, pictures), images: pictures.length };
  }
  return { ids: Array.from(await encoder.encodeText(text, { specials: true })), images: 0 };
}

function checkPromptLength(promptTokens: number, contextLength: number): void {
  if (promptTokens >= contextLength) {
    refuse(
      `The input (${promptTokens} tokens) is longer than the model's context length (${contextLength} tokens).`,
    );
  }
}

function checkTotalLength(
  promptTokens: number,
  maxNewTokens: unknown,
  contextLength: number,
): void {
  if (!isGiven(maxNewTokens)) return;
  const total = comparable(maxNewTokens, 'max_new_tokens') + promptTokens;
  if (total > contextLength) {
    refuse(
      `Requested token count exceeds the model's maximum context length of ${contextLength} tokens. ` +
        `You requested a total of ${total} tokens: ${promptTokens} tokens from the input messages and ` +
        `${total - promptTokens} tokens for the completion. Please reduce the number of tokens in ` +
        'the input messages or the completion to fit within the limit.',
    );
  }
}

const sessionKeys = new Set(['id', 'rid', 'offset', 'replace', 'drop_previous_output']);

function checkSession(params: GenerateBody['session_params']): void {
  if (!params || Object.keys(params).length === 0) return;
  const unknown = Object.keys(params).find((key) => !sessionKeys.has(key));
  if (unknown !== undefined) {
    throw new RequestError('internal', `unexpected keyword argument '${unknown}'`);
  }
  throw new RequestError(
    'scheduler',
    `Invalid request: session id ${JSON.stringify(params['id'] ?? null)} does not exist`,
  );
}

/** Checks that SGLang's scheduler makes; a failure is a finish reason abort with status 400. */
function checkSchedule(
  body: GenerateBody,
  item: SingleRequest,
  promptTokens: number,
  contextLength: number,
): void {
  const limit = maxRequestInput(contextLength);
  if (promptTokens >= limit) {
    throw new RequestError(
      'scheduler',
      `Input length (${promptTokens} tokens) exceeds the maximum allowed length (${limit} tokens). ` +
        'Use a shorter input or enable --allow-auto-truncate.',
    );
  }
  if (item.returnLogprob) {
    const start = comparable(item.logprobStartLen, 'logprob_start_len');
    if (start > promptTokens) {
      throw new RequestError(
        'scheduler',
        `logprob_start_len ${start} is higher than the number of input tokens ${promptTokens}. ` +
          'Please use a smaller logprob_start_len.',
      );
    }
  }
  const experts = body.routed_experts_start_len;
  if (body.return_routed_experts && (experts < 0 || experts > promptTokens)) {
    throw new RequestError(
      'scheduler',
      `routed_experts_start_len ${experts} is not in [0, ${promptTokens}].`,
    );
  }
}

/** Checks of the body as a whole, made before its prompts are read. */
export function checkBody(body: GenerateBody): void {
  const rank = body.routed_dp_rank;
  if (isGiven(rank) && rank !== 0) refuse(`routed_dp_rank=${rank} out of range [0, 1)`);
}

/** LoRA is looked up before the prompts are encoded. */
export function checkLora(body: GenerateBody, single: boolean): void {
  // In a batch an empty name has become a list of them.
  if (!isTruthy(body.lora_path) && (single || body.lora_path !== '')) return;
  refuse(`LoRA adapter ${JSON.stringify(body.lora_path)} was requested, but LoRA is not enabled.`);
}

/**
 * Encodes one prompt and checks it as SGLang's tokenizer manager and scheduler do, in their order.
 *
 * @throws RequestError
 */
export async function admit(
  body: GenerateBody,
  item: SingleRequest,
  context: AdmitContext,
): Promise<Job> {
  const { encoder, contextLength } = context;
  const { ids, images } = await readPrompt(item, context);
  checkPromptLength(ids.length, contextLength);
  const { samplingParams } = item;
  if (!isRecord(samplingParams)) {
    throw new RequestError('internal', 'sampling_params of a prompt is no mapping');
  }
  checkTotalLength(ids.length, samplingParams['max_new_tokens'], contextLength);
  checkFeatures(item);
  const prompt = toIds(ids);
  const sampling = readSampling(samplingParams, encoder.vocabSize);
  checkSession(body.session_params);
  const outside = prompt.find((id) => id < 0 || id >= encoder.vocabSize);
  if (outside !== undefined) {
    // SGLang lets it through and its model reads out of bounds: better said than imitated.
    refuse(`input_ids holds ${outside}, which is not in the vocabulary of ${encoder.vocabSize}.`);
  }
  checkSchedule(body, item, prompt.length, contextLength);
  const room = Math.max(0, contextLength - 2 - prompt.length);
  const start = item.returnLogprob ? comparable(item.logprobStartLen, 'logprob_start_len') : -1;
  const seeded = hashText(JSON.stringify([context.seed, sampling.seed, item.ordinal]));
  return {
    prompt,
    images,
    sampling,
    maxNewTokens: Math.min(sampling.maxNewTokens ?? room, room),
    logprobStart: start < 0 ? null : start,
    identity: hashInts(prompt, seeded),
  };
}
