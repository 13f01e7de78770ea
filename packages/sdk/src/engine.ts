import type { Message, ToolSpec } from './messages.ts';
import type { SamplingParams } from './sampling-params.ts';

/** A list of token ids; engines take any and give typed arrays. */
export type TokenIds = readonly number[] | Int32Array;

/** What an engine can do. */
export interface EngineCapabilities {
  /** Tokens, prompt and response together; null when the engine does not say. */
  contextLength: number | null;
  /** Longest prompt it takes, in tokens; null when the engine does not say. */
  maxInput: number | null;
  /** Ids that end a turn; empty when the engine does not say. */
  eosIds: readonly number[];
  /** It returns top-p replay arrays. */
  topP: boolean;
  /** It returns routed experts. */
  routedExperts: boolean;
  /** It returns the prompt's ids as it read them. */
  promptIds: boolean;
  /** It returns ids and log-probs in base64. */
  base64: boolean;
  /** Its samples may be trained on: ids and log-probs come from it. False for chat endpoints. */
  trainable: boolean;
}

/** One generation. */
export interface GenerateRequest {
  /** The whole tape so far. */
  input_ids: TokenIds;
  /** The same ids as JSON text without brackets, in pieces, where the caller keeps them so. */
  input_ids_json?: readonly Uint8Array[];
  sampling_params: SamplingParams;
  /** `data:` URIs, in the order of their placeholders. */
  image_data?: readonly string[];
  /** Ask for the experts from this position on. */
  routed_experts_start_len?: number;
  /** Ask for top-p replay arrays. */
  return_top_p_token_ids?: boolean;
  return_routed_experts?: boolean;
  /** The conversation that the ids encode, for chat endpoints, which take no ids. */
  messages?: readonly Message[];
  /** Tools of that conversation. */
  tools?: readonly ToolSpec[];
}

/** How a generation ended; SGLang's `finish_reason`. */
export type Finish =
  | { type: 'stop'; matched: number | string | null }
  | { type: 'length'; length: number }
  | { type: 'abort'; message: string };

/** Ragged rows: row i is `ids[offsets[i]:offsets[i + 1]]`. */
export interface TopPRows {
  ids: Int32Array;
  /** One more than the rows, from 0. */
  offsets: Int32Array;
}

/** Experts of each position from `start` on; `ids` is row-major `[rows, layers, topk]`. */
export interface RoutedExperts {
  ids: Int32Array;
  start: number;
}

/** A discarded try of a request and why: the engine may have sampled it. */
export interface DiscardedTry {
  rid: string;
  cause: string;
}

/** What came back of one generation. */
export interface GenerateResult {
  /** Request id of the try that succeeded. */
  rid: string;
  ids: Int32Array;
  /** As many as ids; NaN where the engine gave null. */
  logprobs: Float64Array;
  finish: Finish;
  /** As the engine decoded it: for display, never for ids. */
  text: string;
  weightVersion: string;
  /** Prompt length as the engine counted it, pictures expanded. */
  promptTokens: number;
  cachedTokens: number;
  promptIds?: Int32Array;
  topP?: TopPRows;
  routedExperts?: RoutedExperts;
  specInfo?: { accept: number; draft: number; verify: number };
  /** Tries before this one. */
  discarded: readonly DiscardedTry[];
}

/**
 * An inference engine, as loop and plugins know it.
 *
 * `generate` throws {@link EngineError} when its retries are used up or the request is refused;
 * an error's `data.discarded` lists the tries.
 */
export interface GenerateEngine {
  capabilities(): Promise<EngineCapabilities>;
  generate(
    request: GenerateRequest,
    options: { signal: AbortSignal; routingKey: string },
  ): Promise<GenerateResult>;
  abort(rid: string): Promise<void>;
}
