import { z } from 'zod';
import { RequestError } from './request-error.ts';

// Values are coerced as pydantic does in its lax mode: SGLang's body is a pydantic dataclass.

const trueWords = new Set(['1', 'on', 't', 'true', 'y', 'yes']);
const falseWords = new Set(['0', 'off', 'f', 'false', 'n', 'no']);

const bool = z.unknown().transform((value, context) => {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : String(value);
  if (typeof value === 'number' || typeof value === 'string') {
    if (trueWords.has(word)) return true;
    if (falseWords.has(word)) return false;
  }
  context.addIssue('Input should be a valid boolean');
  return z.NEVER;
});

const integerText = /^\s*[+-]?\d+(_\d+)*(\.0*)?\s*$/;

const int = z.unknown().transform((value, context) => {
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string' && integerText.test(value)) {
    return Number(value.replaceAll('_', ''));
  }
  context.addIssue('Input should be a valid integer');
  return z.NEVER;
});

const floatText = /^\s*[+-]?(\d+(_\d+)*\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/;
const namedFloat = /^\s*[+-]?(inf|infinity|nan)\s*$/i;

const float = z.unknown().transform((value, context) => {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string') {
    if (floatText.test(value)) return Number(value.replaceAll('_', ''));
    if (namedFloat.test(value)) return Number.NaN;
  }
  context.addIssue('Input should be a valid number');
  return z.NEVER;
});

const text = z.string();
const dict = z.record(z.string(), z.unknown());

/** `T` or a list of `T`. */
function each<Item extends z.ZodType>(item: Item) {
  return z.union([z.array(item), item]).nullish();
}

function eachOrNull<Item extends z.ZodType>(item: Item) {
  return z.union([z.array(item.nullable()), item]).nullish();
}

const INT64 = 2 ** 63;

function isInt64(value: unknown): boolean {
  return (
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isInteger(value) && value >= -INT64 && value < INT64)
  );
}

/** One prompt's ids or a list of them: one tight loop, since a prompt has tens of thousands. */
const inputIds = z
  .custom<unknown[]>(
    (value) => {
      if (!Array.isArray(value)) return false;
      if (value.length === 0 || isInt64(value[0])) return value.every(isInt64);
      return value.every((row) => Array.isArray(row) && row.every(isInt64));
    },
    { error: 'must be a list of 64-bit integers, or a list of such lists' },
  )
  .nullish();

/** The fields of SGLang's `GenerateReqInput`; what it does not know is dropped, as SGLang does. */
const bodySchema = z.object({
  rid: each(text),
  session_id: text.nullish(),
  text: each(text),
  input_ids: inputIds,
  input_embeds: z.union([z.array(z.array(z.array(float))), z.array(z.array(float))]).nullish(),
  image_data: z.unknown().optional(),
  video_data: z.unknown().optional(),
  audio_data: z.unknown().optional(),
  mm_hashes: z.union([z.array(text), z.array(z.array(text))]).nullish(),
  use_audio_in_video: bool.default(false),
  sampling_params: z.union([z.array(dict), dict]).nullish(),
  return_logprob: each(bool),
  logprob_start_len: each(int),
  top_logprobs_num: each(int),
  token_ids_logprob: z.union([z.array(z.array(int)), z.array(int)]).nullish(),
  return_text_in_logprobs: bool.default(false),
  stream: bool.default(false),
  log_metrics: bool.default(true),
  return_hidden_states: z.union([z.array(bool), bool]).default(false),
  return_routed_experts: bool.default(false),
  routed_experts_start_len: int.default(0),
  return_indexer_topk: bool.default(false),
  modalities: z.array(text).nullish(),
  session_params: dict.nullish(),
  lora_path: eachOrNull(text),
  lora_id: eachOrNull(text),
  custom_logit_processor: eachOrNull(text),
  positional_embed_overrides: z.unknown().optional(),
  bootstrap_host: eachOrNull(text),
  bootstrap_port: eachOrNull(int),
  bootstrap_room: eachOrNull(int),
  bootstrap_pair_key: eachOrNull(text),
  decode_tp_size: eachOrNull(int),
  routed_dp_rank: int.nullish(),
  disagg_prefill_dp_rank: int.nullish(),
  routing_key: text.nullish(),
  conversation_id: text.nullish(),
  http_worker_ipc: text.nullish(),
  background: bool.default(false),
  require_reasoning: bool.default(false),
  priority: int.nullish(),
  extra_key: each(text),
  no_logs: bool.default(false),
  custom_labels: z.record(z.string(), text).nullish(),
  return_bytes: bool.default(false),
  return_entropy: bool.default(false),
  return_prompt_token_ids: bool.default(false),
  external_trace_header: dict.nullish(),
  received_time: float.nullish(),
  need_wait_for_mm_inputs: bool.nullish(),
  // Its keys are an enum's integers, which JSON has not.
  num_items_assigned: dict.refine((given) => Object.keys(given).length === 0).nullish(),
  mm_data_mooncake: z.array(z.unknown()).nullish(),
  encoder_urls: z.array(text).nullish(),
  max_dynamic_patch: int.nullish(),
  min_dynamic_patch: int.nullish(),
  image_max_dynamic_patch: int.nullish(),
  video_max_dynamic_patch: int.nullish(),
  images_config: dict.nullish(),
  multi_item_delimiter_indices: z.union([z.array(z.array(int)), z.array(int)]).nullish(),
});

/** Keys of a `/generate` body; SGLang drops all others without a word. */
export const GENERATE_KEYS: ReadonlySet<string> = new Set(Object.keys(bodySchema.shape));

/** A body of `/generate` whose types SGLang would take. */
export type GenerateBody = z.output<typeof bodySchema>;

/** Reads a body of `/generate`. @throws RequestError of kind `schema`, HTTP 400. */
export function parseBody(raw: Buffer, contentType: string | undefined): GenerateBody {
  const media = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (media !== undefined && media !== 'application/json' && !media.endsWith('+json')) {
    throw new RequestError('schema', `body: a JSON object is wanted, not ${media}`);
  }
  let value: unknown;
  try {
    value = JSON.parse(raw.toString('utf8'));
  } catch (error) {
    throw new RequestError('schema', `body: JSON decode error: ${String(error)}`);
  }
  const parsed = bodySchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(
    (issue) => `body.${issue.path.map(String).join('.')}: ${issue.message}`,
  );
  throw new RequestError('schema', issues.slice(0, 5).join('; '));
}
