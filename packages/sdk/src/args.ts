import { z } from 'zod';
import { exactForms, restoreExactForms } from './exact-json.ts';

/** Beyond 2^31 - 1 ms a timer of Node's fires at once. */
const LONGEST_TIMER_SECONDS = 2_147_483;

const path = z.string().min(1);
const jsonObject = z.record(z.string(), z.json());
const count = z.int().positive();

/** Marks a flag that slime does not have. */
const ours = { ours: true } as const;

/** Marks an argument that slime's own loops read; plugins see it, our commands have no flag for it. */
const forSlime = { flag: false } as const;

/**
 * Every argument that a rollout reads, with slime's names and defaults (slime/utils/arguments.py).
 *
 * One schema serves the command line, `--custom-config-path`, the docs and the bridge. Keys that
 * it does not know belong to plugins and are kept.
 */
export const rolloutArgsSchema = z.looseObject({
  // Data.
  prompt_data: path
    .nullable()
    .default(null)
    .describe('Data set, .jsonl or .parquet, with an optional slice @[a:b]'),
  input_key: z.string().default('input').describe('Column of the prompt'),
  label_key: z.string().nullable().default(null).describe('Column of the label'),
  metadata_key: z.string().default('metadata').describe('Column of the metadata'),
  tool_key: z.string().default('tools').describe('Column of the tools'),
  multimodal_keys: z
    .record(z.string(), z.string())
    .nullable()
    .default(null)
    .describe('JSON: media type to column, {"image": "images"}'),
  apply_chat_template: z.boolean().default(false).describe('Put prompts through the chat template'),
  apply_chat_template_kwargs: jsonObject
    .default({})
    .describe('JSON: more variables for the chat template'),
  rollout_shuffle: z.boolean().default(false).describe('Shuffle the rows, anew each epoch'),
  rollout_seed: z.int().default(42).describe('Seed of shuffling, environments and sampling'),
  // Size of the run.
  rollout_batch_size: count
    .nullable()
    .default(null)
    .describe('Prompts in a rollout step; needed with --num-rollout'),
  n_samples_per_prompt: count.default(1).describe('Samples of a prompt'),
  num_rollout: count.nullable().default(null).describe('Rollout steps; else once over the data'),
  global_batch_size: count
    .nullable()
    .default(null)
    .describe('Rollouts in a training step')
    .meta(forSlime),
  over_sampling_batch_size: count
    .nullable()
    .default(null)
    .describe('Prompts fetched at a time under dynamic sampling')
    .meta(forSlime),
  // Budgets.
  rollout_max_prompt_len: count
    .nullable()
    .default(null)
    .describe('Drop rows whose prompt has more tokens'),
  rollout_max_response_len: count
    .nullable()
    .default(null)
    .describe('Tokens of the response region, observations included; else what the context holds'),
  rollout_max_context_len: count
    .nullable()
    .default(null)
    .describe('Tokens of prompt and response together'),
  // Sampling.
  rollout_temperature: z.number().positive().default(1).describe('Temperature'),
  rollout_top_p: z.number().gt(0).max(1).default(1).describe('Top-p'),
  rollout_top_k: z
    .int()
    .refine((k) => k === -1 || k >= 1, 'must be -1 (all) or at least 1')
    .default(-1)
    .describe('Top-k, -1 for all'),
  rollout_stop: z.array(z.string()).nullable().default(null).describe('Stop strings'),
  rollout_stop_token_ids: z.array(z.int()).nullable().default(null).describe('Stop ids'),
  rollout_skip_special_tokens: z
    .boolean()
    .default(false)
    .describe('Leave special tokens out of the engine’s text'),
  sglang_enable_deterministic_inference: z
    .boolean()
    .default(false)
    .describe('Send sampling seeds to SGLang'),
  // Plugins.
  rollout_interaction_env_path: path
    .nullable()
    .default(null)
    .meta(ours)
    .describe('Environment: ./env.ts, package or package/sub#name'),
  custom_generate_function_path: path.nullable().default(null).describe('Custom generate function'),
  custom_rm_path: path.nullable().default(null).describe('Reward function'),
  rm_type: z
    .string()
    .nullable()
    .default(null)
    .describe(
      'Built-in reward: math, dapo, deepscaler, f1, gpqa, ifbench, random, remote_rm, boxed_…',
    ),
  rm_url: z.string().nullable().default(null).describe('URL of --rm-type remote_rm'),
  group_rm: z.boolean().default(false).describe('The reward function takes the whole group'),
  reward_key: z
    .string()
    .nullable()
    .default(null)
    .describe('Key of the reward where it is an object'),
  eval_reward_key: z
    .string()
    .nullable()
    .default(null)
    .describe('The same in evaluation')
    .meta(forSlime),
  custom_config_path: path.nullable().default(null).describe('YAML of further keys'),
  // Engine.
  hf_checkpoint: path
    .nullable()
    .default(null)
    .describe('Folder with tokenizer.json, tokenizer_config.json, chat template'),
  chat_template: path
    .nullable()
    .default(null)
    .meta(ours)
    .describe('Jinja file in the place of the checkpoint’s chat template'),
  template_history: z
    .enum(['keep', 'fork'])
    .default('keep')
    .meta(ours)
    .describe(
      'Where the template rewrites earlier turns: go on with what was sampled, or begin a sample anew',
    ),
  picture_backend: z
    .enum(['pil', 'pil13', 'torch'])
    .default('pil')
    .meta(ours)
    .describe('Whose bytes resized pictures have: PIL to 12, PIL from 13, torch'),
  sglang_router_ip: z.string().nullable().default(null).describe('Host of the SGLang router'),
  sglang_router_port: z
    .int()
    .min(1)
    .max(65535)
    .nullable()
    .default(null)
    .describe('Port of the SGLang router'),
  router_policy: z
    .string()
    .nullable()
    .default(null)
    .describe('The router’s policy; consistent_hashing needs routing keys'),
  sglang_server_concurrency: count.default(512).describe('Episodes in flight'),
  sglang_tool_call_parser: z
    .string()
    .nullable()
    .default(null)
    .describe(
      'Tool-call parser: qwen25, hermes, qwen3_coder, gpt-oss, kimi_k2; without it no calls are read',
    ),
  sglang_reasoning_parser: z
    .string()
    .nullable()
    .default(null)
    .describe(
      'Reasoning parser: qwen3, deepseek-r1, gpt-oss, kimi_k2; without it no reasoning is read',
    ),
  use_rollout_routing_replay: z.boolean().default(false).describe('Record routed experts'),
  num_layers: count.nullable().default(null).describe('Layers of the routed experts'),
  moe_router_topk: count.nullable().default(null).describe('Experts of a token'),
  partial_rollout: z.boolean().default(false).describe('Resume aborted samples').meta(forSlime),
  mask_offpolicy_in_partial_rollout: z
    .boolean()
    .default(false)
    .describe('Mask what an older policy sampled')
    .meta(forSlime),
  // The episode: ours.
  max_turns: count.default(8).meta(ours).describe('Turns of an episode'),
  max_tokens_per_turn: count
    .nullable()
    .default(null)
    .meta(ours)
    .describe('Tokens that a turn may sample'),
  max_env_retries_per_turn: z
    .int()
    .nonnegative()
    .default(2)
    .meta(ours)
    .describe('Retries of a turn after a RetryableEnvError'),
  env_step_timeout: z
    .number()
    .positive()
    .max(LONGEST_TIMER_SECONDS)
    .default(60)
    .meta(ours)
    .describe('Seconds that a call of the environment may take'),
  reward_timeout: z
    .number()
    .positive()
    .max(LONGEST_TIMER_SECONDS)
    .default(60)
    .meta(ours)
    .describe('Seconds that a reward may take'),
  failure_policy: z
    .enum(['mask', 'drop_group', 'requeue', 'fail_run'])
    .default('mask')
    .meta(ours)
    .describe('What becomes of a failed episode'),
  max_failure_share: z
    .number()
    .min(0)
    .max(1)
    .default(0.9)
    .meta(ours)
    .describe('Share of failed episodes, by cause, that stops the run'),
  pass_reward: z
    .number()
    .default(1)
    .meta(ours)
    .describe('Reward from which on an episode has passed, for pass^k and pass@k'),
  domain_key: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .meta(ours)
    .describe(
      'Key of metadata, else of info of the env’s reset or the config, that splits the summary',
    ),
  isolation: z
    .enum(['inline', 'process'])
    .default('inline')
    .meta(ours)
    .describe('Where plugins run'),
});

/**
 * Arguments of a rollout. The type is closed: a misspelt flag does not compile. Keys of
 * `--custom-config-path` are in the object too; a plugin gets them typed through its `config`.
 */
export type RolloutArgs = {
  [Key in keyof typeof rolloutArgsSchema.shape]: z.output<(typeof rolloutArgsSchema.shape)[Key]>;
};

/** Arguments with slime's defaults where nothing is given. */
export function createRolloutArgs(fields: Partial<RolloutArgs> = {}): RolloutArgs {
  const args = rolloutArgsSchema.parse(fields);
  // The schema makes new objects: a template would print `1` for a variable given as `1.0`.
  restoreExactForms(args, exactForms(fields));
  return args;
}
