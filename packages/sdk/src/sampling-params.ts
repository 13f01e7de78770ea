import type { JsonObject } from './json.ts';

/** Parameters of one generation, spelled as SGLang's `/generate` takes them. */
export interface SamplingParams {
  /** Tokens; SGLang's own default is 128. */
  max_new_tokens?: number;
  temperature?: number;
  top_p?: number;
  /** -1 for the whole vocabulary. */
  top_k?: number;
  min_p?: number;
  frequency_penalty?: number;
  presence_penalty?: number;
  repetition_penalty?: number;
  min_new_tokens?: number;
  stop?: string | string[] | null;
  stop_token_ids?: number[] | null;
  ignore_eos?: boolean;
  skip_special_tokens?: boolean;
  spaces_between_special_tokens?: boolean;
  no_stop_trim?: boolean;
  sampling_seed?: number;
  custom_params?: JsonObject | null;
}
