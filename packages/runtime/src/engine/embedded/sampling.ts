import type { JsonObject, SamplingParams } from 'slime-sdk';
import { comparable, isRecord, isTruthy, iterate, toInt } from './python-value.ts';
import { RequestError } from './request-error.ts';

/** One prompt's sampling parameters after SGLang's checks, nulls replaced by its defaults. */
export interface Sampling {
  /** Null for as many as the server allows. */
  maxNewTokens: number | null;
  minNewTokens: number;
  stop: readonly string[];
  stopTokenIds: ReadonlySet<number>;
  ignoreEos: boolean;
  skipSpecialTokens: boolean;
  noStopTrim: boolean;
  temperature: number;
  topP: number;
  topK: number;
  minP: number;
  /** Null without a seed. */
  seed: number | string | null;
  /** Tokens of a stream chunk; null for the server's choice. */
  streamInterval: number | null;
  /** The patch's top-p replay was asked for. */
  returnTopP: boolean;
  /** The parameters as the policy gets them. */
  params: SamplingParams;
}

/** `top_k` of the whole vocabulary. */
export const TOP_K_ALL = 2 ** 30;

/** Keys of `sampling_params`; SGLang answers any other with 500. */
export const SAMPLING_KEYS: ReadonlySet<string> = new Set([
  'max_new_tokens',
  'stop',
  'stop_token_ids',
  'stop_regex',
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'frequency_penalty',
  'presence_penalty',
  'repetition_penalty',
  'min_new_tokens',
  'n',
  'json_schema',
  'regex',
  'ebnf',
  'structural_tag',
  'ignore_eos',
  'skip_special_tokens',
  'spaces_between_special_tokens',
  'no_stop_trim',
  'custom_params',
  'stream_interval',
  'logit_bias',
  'sampling_seed',
  // Fields that SGLang fills in itself and its constructor takes all the same.
  'stop_strs',
  'stop_regex_strs',
  'stop_str_max_len',
  'stop_regex_max_len',
  'is_normalized',
]);

function between(value: number, low: number, high: number, rule: string): void {
  if (!(value >= low && value <= high)) {
    throw new RequestError('value', `${rule}, got ${value}.`);
  }
}

/** The strings of `stop` or `stop_regex`. */
function readStrings(value: unknown, what: string): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value === 'string') return [value];
  return iterate(value, what).map((item) => {
    if (typeof item === 'string') return item;
    throw new RequestError('internal', `${what} must hold strings`);
  });
}

function readStopTokenIds(value: unknown): Set<number> {
  if (!isTruthy(value)) return new Set();
  const items = iterate(value, 'stop_token_ids');
  return new Set(items.filter((item) => item !== null).map((item) => toInt(item, 'a stop id')));
}

function readTopK(value: unknown): number {
  return value === null || value === undefined || value === -1
    ? TOP_K_ALL
    : comparable(value, 'top_k');
}

function readSeed(value: unknown): number | string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'number' ? value : JSON.stringify(value);
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined;
}

/** What an engine without grammars cannot honour is refused instead of ignored. */
function refuseConstraints(raw: Record<string, unknown>): void {
  const grammars = ['json_schema', 'regex', 'ebnf'].filter((key) => isGiven(raw[key]));
  if (grammars.length > 1) {
    throw new RequestError('value', 'Only one of regex, json_schema, or ebnf can be set.');
  }
  for (const key of ['json_schema', 'regex', 'ebnf', 'structural_tag', 'stop_regex']) {
    if (isGiven(raw[key])) {
      throw new RequestError('value', `${key} is not supported by the embedded engine.`);
    }
  }
}

function checkLogitBias(value: unknown, vocabSize: number): void {
  if (!isGiven(value)) return;
  for (const key of iterate(value, 'logit_bias')) {
    const id = toInt(key, 'a key of logit_bias');
    if (!(id >= 0 && id < vocabSize)) {
      throw new RequestError(
        'value',
        `logit_bias must has keys in [0, ${vocabSize - 1}], got ${id}.`,
      );
    }
  }
}

/** Nothing is a JSON value that `JSON.parse` did not give. */
function isJsonObject(value: unknown): value is JsonObject {
  return isRecord(value);
}

/**
 * Checks one prompt's `sampling_params` as SGLang's `SamplingParams` does, in its order, so that the
 * first fault decides between HTTP 400 and 500.
 *
 * @throws RequestError of kind `internal` for an unknown key or a type that Python cannot compare,
 *   of kind `value` for a value out of range.
 */
export function readSampling(raw: Record<string, unknown>, vocabSize: number): Sampling {
  const unknown = Object.keys(raw).find((key) => !SAMPLING_KEYS.has(key));
  if (unknown !== undefined) {
    throw new RequestError('internal', `unexpected keyword argument '${unknown}'`);
  }
  const number = (key: string, fallback: number) => comparable(raw[key] ?? fallback, key);
  const flag = (key: string, fallback: boolean) => isTruthy(raw[key] ?? fallback);

  const stopTokenIds = readStopTokenIds(raw['stop_token_ids']);
  const temperature = number('temperature', 1);
  const isGreedy = temperature >= 0 && temperature < 1e-6;
  const stop = readStrings(raw['stop'], 'stop');
  readStrings(raw['stop_regex'], 'stop_regex');

  if (!(temperature >= 0 && Number.isFinite(temperature))) {
    throw new RequestError(
      'value',
      `temperature must be a non-negative finite number, got ${temperature}.`,
    );
  }
  const topP = number('top_p', 1);
  if (!(topP > 0 && topP <= 1)) {
    throw new RequestError('value', `top_p must be in (0, 1], got ${topP}.`);
  }
  const minP = number('min_p', 0);
  between(minP, 0, 1, 'min_p must be in [0, 1]');
  const topK = isGreedy ? 1 : readTopK(raw['top_k']);
  if (topK < 1) {
    throw new RequestError('value', `top_k must be -1 (disable) or at least 1, got ${topK}.`);
  }
  between(number('frequency_penalty', 0), -2, 2, 'frequency_penalty must be in [-2, 2]');
  between(number('presence_penalty', 0), -2, 2, 'presence_penalty must be in [-2, 2]');
  const repetition = number('repetition_penalty', 1);
  if (!(repetition > 0 && repetition <= 2)) {
    throw new RequestError(
      'value',
      `repetition_penalty must be in (0, 2] (1.0 = no penalty), got ${repetition}.`,
    );
  }
  const minNewTokens = number('min_new_tokens', 0);
  const given = raw['max_new_tokens'];
  const maxNewTokens =
    given === undefined ? 128 : given === null ? null : comparable(given, 'max_new_tokens');
  between(minNewTokens, 0, Infinity, 'min_new_tokens must be in [0, max_new_tokens]');
  if (maxNewTokens !== null) {
    between(maxNewTokens, 0, Infinity, 'max_new_tokens must be at least 0');
    between(
      minNewTokens,
      0,
      maxNewTokens,
      `min_new_tokens must be in [0, max_new_tokens(${maxNewTokens})]`,
    );
  }
  checkLogitBias(raw['logit_bias'], vocabSize);
  refuseConstraints(raw);

  const interval = raw['stream_interval'];
  const custom = raw['custom_params'];
  const seed = readSeed(raw['sampling_seed']);
  return {
    maxNewTokens,
    minNewTokens,
    stop,
    stopTokenIds,
    ignoreEos: flag('ignore_eos', false),
    skipSpecialTokens: flag('skip_special_tokens', true),
    noStopTrim: flag('no_stop_trim', false),
    temperature,
    topP,
    topK,
    minP,
    seed,
    streamInterval: typeof interval === 'number' && interval >= 1 ? Math.trunc(interval) : null,
    returnTopP: isRecord(custom) && isTruthy(custom['return_top_p_token_ids']),
    params: {
      ...(maxNewTokens !== null && { max_new_tokens: maxNewTokens }),
      min_new_tokens: minNewTokens,
      temperature,
      top_p: topP,
      top_k: topK === TOP_K_ALL ? -1 : topK,
      min_p: minP,
      stop: [...stop],
      stop_token_ids: [...stopTokenIds],
      ignore_eos: flag('ignore_eos', false),
      skip_special_tokens: flag('skip_special_tokens', true),
      no_stop_trim: flag('no_stop_trim', false),
      ...(typeof seed === 'number' && { sampling_seed: seed }),
      ...(isJsonObject(custom) && { custom_params: custom }),
    },
  };
}
