import { EngineError, type SamplingParams } from 'slime-sdk';

/** What SGLang's `SamplingParams` takes; any other key is an error 500 there (sglang-wire §2). */
const KEYS: ReadonlySet<string> = new Set([
  'custom_params',
  'ebnf',
  'frequency_penalty',
  'ignore_eos',
  'json_schema',
  'logit_bias',
  'max_new_tokens',
  'min_new_tokens',
  'min_p',
  'no_stop_trim',
  'presence_penalty',
  'regex',
  'repetition_penalty',
  'sampling_seed',
  'skip_special_tokens',
  'spaces_between_special_tokens',
  'stop',
  'stop_regex',
  'stop_token_ids',
  'structural_tag',
  'temperature',
  'top_k',
  'top_p',
]);

/**
 * Refuses what the engine would answer with 500 again and again, or with several samples (`n`).
 *
 * @throws EngineError that names the keys.
 */
export function assertSamplingKeys(params: SamplingParams): void {
  const unknown = Object.keys(params).filter((key) => !KEYS.has(key));
  if (unknown.length === 0) return;
  throw new EngineError(
    `sampling parameters ${unknown.join(', ')}: SGLang's /generate takes no such key here; ` +
      `it takes ${[...KEYS].join(', ')}`,
    { data: { cause: 'bad_request', retryable: false, discarded: [] } },
  );
}
