import { z } from 'zod';
import { SampleError } from './errors.ts';
import { formatPath } from './json-path.ts';
import type { JsonObject, JsonValue } from './json.ts';
import type { Message } from './messages.ts';

/** How a sample ended; slime's `Sample.Status`. */
export type SampleStatus = 'pending' | 'completed' | 'truncated' | 'aborted' | 'failed';

/** Speculative decoding counters, summed over calls; slime's `Sample.SpecInfo`. */
export interface SpecInfo {
  spec_accept_token_num: number;
  spec_draft_token_num: number;
  spec_verify_ct: number;
  completion_token_num: number;
}

/** Prefix cache counters, summed over calls; slime's `Sample.PrefixCacheInfo`. */
export interface PrefixCacheInfo {
  cached_tokens: number;
  total_prompt_tokens: number;
}

/** A reward: a number, or named values of which `--reward-key` picks one. */
export type Reward = number | Record<string, JsonValue>;

/**
 * One training sample in its wire form: plain JSON, spelled as slime's `Sample.to_dict()`
 * (slime/utils/types.py).
 *
 * The type is closed; keys it does not know survive {@link parseSample} and
 * {@link serializeSample} all the same.
 */
export interface Sample {
  /** Prompt counter of the data source; null in evaluation. */
  group_index: number | null;
  /** Unique sample counter, the sorting key. */
  index: number | null;
  /** Shared by the siblings of one rollout execution. */
  rollout_id: number | null;
  /** Templated text, messages, or a bare number (`--input-key index`). */
  prompt: string | number | Message[];
  /** Prompt and response ids. */
  tokens: number[];
  multimodal_inputs: JsonObject | null;
  /** In a run's `samples.jsonl`: by key the `file` and `tensor` that hold it. */
  multimodal_train_inputs: JsonObject | null;
  multimodal_train_input_id: string | null;
  apply_chat_template_kwargs: JsonObject;
  /** Text of the response, observations included. */
  response: string;
  /** Tokens after the prompt, observations included. */
  response_length: number;
  label: JsonValue;
  reward: Reward | null;
  /** `response_length` entries of 0 or 1; null means all ones. */
  loss_mask: number[] | null;
  /** One entry for each engine call. */
  weight_versions: string[];
  /** `response_length` entries, 0.0 on ids that were not sampled; null means none. */
  rollout_log_probs: number[] | null;
  /** Kept ids of every response position, concatenated. */
  rollout_top_p_token_ids: number[] | null;
  /** `response_length + 1` entries, from 0 to the number of kept ids. */
  rollout_top_p_token_offsets: number[] | null;
  /** Shape `[tokens - 1, layers, experts per token]`. */
  rollout_routed_experts: number[][][] | null;
  remove_sample: boolean;
  teacher_log_probs: number[] | null;
  status: SampleStatus;
  metadata: JsonObject;
  generate_function_path: string | null;
  custom_rm_path: string | null;
  train_metadata: JsonObject | null;
  /** Routing key of the episode. */
  session_id: string | null;
  /** Seconds spent outside generation. */
  non_generation_time: number;
  spec_info: SpecInfo;
  prefix_cache_info: PrefixCacheInfo;
}

const jsonObject = z.record(z.string(), z.json());
const counter = z.int().nonnegative().default(0);

/** A dump may hold messages in any shape that slime let through: kept exactly as found. */
const promptMessages = z.custom<Message[]>(
  (value) =>
    Array.isArray(value) &&
    value.every((item) => typeof item === 'object' && item !== null && 'role' in item),
  { error: 'a prompt is a string, a number or a list of messages with a role' },
);

/**
 * Arrays of one number a token: one tight loop instead of one schema call an element, since a
 * sample has tens of thousands.
 */
function numberArray(kind: 'integer' | 'number') {
  const find = kind === 'integer' ? findNonInteger : findNonNumber;
  return z.custom<number[]>((value) => Array.isArray(value) && find(value) < 0, {
    error: ({ input }) => {
      if (!Array.isArray(input)) return `must be an array of ${kind}s`;
      const bad = find(input);
      return `[${bad}] must be ${kind === 'integer' ? 'an integer' : 'a number'}, not ${JSON.stringify(input[bad]) ?? String(input[bad])}`;
    },
  });
}

function findNonInteger(values: readonly unknown[]): number {
  for (let at = 0; at < values.length; at += 1) if (!Number.isInteger(values[at])) return at;
  return -1;
}

function findNonNumber(values: readonly unknown[]): number {
  for (let at = 0; at < values.length; at += 1) if (typeof values[at] !== 'number') return at;
  return -1;
}

const specInfoSchema = z.object({
  spec_accept_token_num: counter,
  spec_draft_token_num: counter,
  spec_verify_ct: counter,
  completion_token_num: counter,
});

const prefixCacheInfoSchema = z.object({ cached_tokens: counter, total_prompt_tokens: counter });

const noSpecInfo: SpecInfo = {
  spec_accept_token_num: 0,
  spec_draft_token_num: 0,
  spec_verify_ct: 0,
  completion_token_num: 0,
};

/**
 * The schema of {@link Sample}: missing keys take slime's defaults, `status` is required and
 * unknown keys are kept, as `Sample.from_dict` does.
 */
export const sampleSchema = z.looseObject({
  group_index: z.int().nullable().default(null),
  index: z.int().nullable().default(null),
  rollout_id: z.int().nullable().default(null),
  prompt: z.union([z.string(), z.number(), promptMessages]).default(''),
  tokens: numberArray('integer').default([]),
  multimodal_inputs: jsonObject.nullable().default(null),
  multimodal_train_inputs: jsonObject.nullable().default(null),
  multimodal_train_input_id: z.string().nullable().default(null),
  apply_chat_template_kwargs: jsonObject.default({}),
  response: z.string().default(''),
  response_length: z.int().default(0),
  label: z.json().default(null),
  reward: z.union([z.number(), jsonObject]).nullable().default(null),
  loss_mask: numberArray('number').nullable().default(null),
  weight_versions: z.array(z.string()).default([]),
  rollout_log_probs: numberArray('number').nullable().default(null),
  rollout_top_p_token_ids: numberArray('integer').nullable().default(null),
  rollout_top_p_token_offsets: numberArray('integer').nullable().default(null),
  rollout_routed_experts: z
    .array(z.array(numberArray('integer')))
    .nullable()
    .default(null),
  remove_sample: z.boolean().default(false),
  teacher_log_probs: numberArray('number').nullable().default(null),
  status: z.enum(['pending', 'completed', 'truncated', 'aborted', 'failed']),
  metadata: jsonObject.default({}),
  generate_function_path: z.string().nullable().default(null),
  custom_rm_path: z.string().nullable().default(null),
  train_metadata: jsonObject.nullable().default(null),
  session_id: z.string().nullable().default(null),
  non_generation_time: z.number().default(0),
  spec_info: specInfoSchema.default(noSpecInfo),
  prefix_cache_info: prefixCacheInfoSchema.default({ cached_tokens: 0, total_prompt_tokens: 0 }),
});

/**
 * Reads a sample from its dict form, as slime's `Sample.from_dict`: keys that are unknown are kept.
 *
 * @throws SampleError with the path of each value that has the wrong type.
 */
export function parseSample(value: unknown): Sample {
  const parsed = sampleSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `${formatPath(issue.path)}: ${issue.message}`);
  throw new SampleError(`not a sample: ${lines.slice(0, 5).join('; ')}`, {
    data: { issues: lines },
  });
}

/** Gives a sample's dict form, as slime's `Sample.to_dict`: a shallow copy. */
export function serializeSample(sample: Sample): Sample {
  return { ...sample };
}

/** Builds a sample: what is not given takes slime's default, status `pending` among them. */
export function createSample(fields: Partial<Sample> = {}): Sample {
  return {
    group_index: null,
    index: null,
    rollout_id: null,
    prompt: '',
    tokens: [],
    multimodal_inputs: null,
    multimodal_train_inputs: null,
    multimodal_train_input_id: null,
    apply_chat_template_kwargs: {},
    response: '',
    response_length: 0,
    label: null,
    reward: null,
    loss_mask: null,
    weight_versions: [],
    rollout_log_probs: null,
    rollout_top_p_token_ids: null,
    rollout_top_p_token_offsets: null,
    rollout_routed_experts: null,
    remove_sample: false,
    teacher_log_probs: null,
    status: 'pending',
    metadata: {},
    generate_function_path: null,
    custom_rm_path: null,
    train_metadata: null,
    session_id: null,
    non_generation_time: 0,
    spec_info: { ...noSpecInfo },
    prefix_cache_info: { cached_tokens: 0, total_prompt_tokens: 0 },
    ...fields,
  };
}

/** Number of trained tokens; slime's `Sample.effective_response_length`. */
export function effectiveResponseLength(sample: Sample): number {
  return sample.loss_mask === null
    ? sample.response_length
    : sample.loss_mask.reduce((sum, bit) => sum + bit, 0);
}
