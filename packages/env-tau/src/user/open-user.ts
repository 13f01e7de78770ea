import { ConfigError } from 'slime-sdk';
import { LlmClient, type LlmOptions } from 'slime-sdk/llm';
import type { TauConfig } from '../episode/tau-config.ts';
import type { Task } from '../tasks/task.ts';
import { HumanUser } from './human-user.ts';
import { ModelChannel } from './model-channel.ts';
import { ModelUser } from './model-user.ts';
import { findEndpoint } from './provider.ts';
import { ScriptedUser } from './scripted-user.ts';
import { Terminal } from './terminal.ts';
import type { UserSimulator } from './user-simulator.ts';
import { userStrategy } from './user-strategies.ts';

/** @throws ConfigError that names every key that is missing or contradicts another. */
function modelOptions(config: TauConfig): LlmOptions {
  const {
    user_model: model,
    user_price_prompt: prompt,
    user_price_completion: completion,
  } = config;
  const faults = [
    ...(model === undefined
      ? ['user_model is missing: name one, or leave user_strategy out for the user of a script']
      : []),
    ...((prompt === undefined) === (completion === undefined)
      ? []
      : ['user_price_prompt and user_price_completion belong together']),
    ...(config.user_cost_limit !== undefined && (prompt ?? completion) === undefined
      ? ['user_cost_limit needs user_price_prompt and user_price_completion']
      : []),
  ];
  if (model === undefined || faults.length > 0) {
    throw new ConfigError(
      `a user that a model plays (user_strategy: ${config.user_strategy ?? 'llm'}): ${faults.join('; ')}`,
      { data: { faults } },
    );
  }
  return {
    ...findEndpoint(config),
    model,
    timeoutMs: config.user_timeout * 1000,
    retries: config.user_retries,
    concurrency: config.user_concurrency,
    ...(prompt === undefined || completion === undefined
      ? {}
      : { pricePerMillion: { prompt, completion } }),
    ...(config.user_cost_limit === undefined ? {} : { costLimit: config.user_cost_limit }),
  };
}

function strategyOf(config: TauConfig): NonNullable<TauConfig['user_strategy']> {
  return config.user_strategy ?? (config.user_model === undefined ? 'scripted' : 'llm');
}

/** What is said of a model, and of no other user. */
const OF_A_MODEL = [
  'user_model',
  'user_base_url',
  'user_api_key_env',
  'user_temperature',
  'user_max_tokens',
  'user_price_prompt',
  'user_price_completion',
  'user_cost_limit',
] as const;

function refuseModelKeys(config: TauConfig, strategy: 'scripted' | 'human'): void {
  const keys = OF_A_MODEL.filter((key) => config[key] !== undefined);
  if (keys.length === 0) return;
  const asked =
    config.user_strategy === undefined
      ? 'no user_model is named, so that a script plays the user (user_strategy: scripted)'
      : `user_strategy "${strategy}" asks no model`;
  throw new ConfigError(
    `${asked}, and ${keys.join(', ')} would be for nothing: leave ` +
      `${keys.length > 1 ? 'them' : 'it'} out, or have a model play the user ` +
      '(user_strategy: llm, with a user_model)',
    { data: { keys, user_strategy: strategy } },
  );
}

/**
 * Checks that there can be such a user, its key included, without asking anybody.
 *
 * @throws ConfigError that says what is missing or wrong, never the key.
 */
export function assertUser(config: TauConfig): void {
  const strategy = strategyOf(config);
  if (strategy === 'scripted' || strategy === 'human') {
    refuseModelKeys(config, strategy);
    return;
  }
  const options = modelOptions(config);
  // Making one opens nothing, and checks every option.
  void new LlmClient(options);
  const { apiKeyEnv } = options;
  if (apiKeyEnv === undefined || (process.env[apiKeyEnv]?.trim() ?? '') !== '') return;
  throw new ConfigError(
    `a user that a model plays (user_strategy: ${strategy}): the environment variable ${apiKeyEnv} ` +
      'is not set; put the key of the endpoint there, or name another variable as user_api_key_env',
    { data: { user_api_key_env: apiKeyEnv } },
  );
}

/**
 * Makes the user of a task as the configuration asks for: without `user_strategy` a model plays it
 * where `user_model` names one, and a script where it does not. Asks nobody anything yet.
 *
 * @throws ConfigError
 */
export function openUser(task: Task, config: TauConfig): UserSimulator {
  const strategy = strategyOf(config);
  if (strategy === 'scripted' || strategy === 'human') refuseModelKeys(config, strategy);
  if (strategy === 'scripted') return new ScriptedUser(task);
  if (strategy === 'human') {
    const terminal = new Terminal({ input: process.stdin, output: process.stderr });
    return new HumanUser(task.instruction, terminal);
  }
  const { user_temperature: temperature, user_max_tokens: maxTokens } = config;
  const channel = new ModelChannel(modelOptions(config), {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  });
  return new ModelUser(task.instruction, userStrategy(strategy, config.user_stop), channel);
}
