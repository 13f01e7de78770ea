import type { Command } from 'commander';
import { type JsonObject, type JsonValue, type RolloutArgs, rolloutArgsSchema } from 'slime-sdk';
import { z } from 'zod';
import { createFlag, type FlagKey, readFlagKey } from './flag-value.ts';

type Key = keyof RolloutArgs;

/** Arguments that decide the rows of a run and their order. */
export const DATA_KEYS = [
  'prompt_data',
  'input_key',
  'label_key',
  'metadata_key',
  'tool_key',
  'multimodal_keys',
  'apply_chat_template',
  'apply_chat_template_kwargs',
  'rollout_shuffle',
  'rollout_seed',
] as const satisfies readonly Key[];

/** Arguments that decide what a reward is and how it runs. */
export const REWARD_KEYS = [
  'custom_rm_path',
  'group_rm',
  'rm_type',
  'reward_key',
  'custom_config_path',
  'isolation',
  'reward_timeout',
  'rollout_seed',
  'sglang_reasoning_parser',
  'sglang_tool_call_parser',
] as const satisfies readonly Key[];

/** How `--help` groups the flags; a key that is in none comes under the last heading. */
const GROUPS: readonly (readonly [heading: string, keys: readonly Key[]])[] = [
  ['Data:', DATA_KEYS],
  ['Size of the run:', ['rollout_batch_size', 'n_samples_per_prompt', 'num_rollout']],
  ['Budgets:', ['rollout_max_prompt_len', 'rollout_max_response_len', 'rollout_max_context_len']],
  [
    'Sampling:',
    [
      'rollout_temperature',
      'rollout_top_p',
      'rollout_top_k',
      'rollout_stop',
      'rollout_stop_token_ids',
      'rollout_skip_special_tokens',
      'sglang_enable_deterministic_inference',
    ],
  ],
  [
    'Plugins:',
    [
      'rollout_interaction_env_path',
      'custom_generate_function_path',
      'custom_rm_path',
      'rm_type',
      'rm_url',
      'group_rm',
      'reward_key',
      'custom_config_path',
      'isolation',
    ],
  ],
  [
    'Model and engine:',
    [
      'hf_checkpoint',
      'chat_template',
      'sglang_router_ip',
      'sglang_router_port',
      'router_policy',
      'sglang_server_concurrency',
      'sglang_tool_call_parser',
      'sglang_reasoning_parser',
      'use_rollout_routing_replay',
      'num_layers',
      'moe_router_topk',
    ],
  ],
];

const LAST_HEADING = 'The episode:';

/** Every key of `RolloutArgs` that has a flag, with what it is. */
function flagKeys(): Map<string, FlagKey> {
  const { properties } = z
    .object({ properties: z.record(z.string(), z.unknown()) })
    .parse(z.toJSONSchema(rolloutArgsSchema, { io: 'input' }));
  const keys = Object.entries(properties).map(([name, key]) => [name, readFlagKey(key)] as const);
  return new Map(keys.filter(([, key]) => key.flag));
}

/**
 * Adds the flags of `RolloutArgs` to a command, slime's names with dashes; only those of `only`
 * where it is given.
 */
export function addArgsOptions(command: Command, only?: readonly Key[]): Command {
  const names: readonly string[] | undefined = only;
  const keys = flagKeys();
  const grouped = new Set<string>(GROUPS.flatMap(([, group]) => group));
  const rest = [...keys.keys()].filter((name) => !grouped.has(name));
  for (const [heading, group] of [...GROUPS, [LAST_HEADING, rest] as const]) {
    for (const name of group) {
      const key = keys.get(name);
      if (key === undefined || names?.includes(name) === false) continue;
      command.addOption(createFlag(name, key).helpGroup(heading));
    }
  }
  return command;
}

/** The arguments that the command line gives, by their snake_case keys. */
export function readArgsFlags(command: Command): JsonObject {
  const flags: JsonObject = {};
  const keys = flagKeys();
  for (const option of command.options) {
    const name = option.long?.slice(2).replaceAll('-', '_') ?? '';
    const attribute = option.attributeName();
    if (!keys.has(name) || command.getOptionValueSource(attribute) !== 'cli') continue;
    const value: JsonValue = command.getOptionValue(attribute);
    flags[name] = value;
  }
  return flags;
}

/** A flag whose value is a text, of those that {@link readArgsFlags} read; null when not given. */
export function textFlag(flags: JsonObject, key: Key): string | null {
  const value = flags[key];
  return typeof value === 'string' ? value : null;
}
