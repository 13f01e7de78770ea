import { ConfigError, type TemplateRewording } from 'slime-sdk';
import type { TauConfig } from './tau-config.ts';

/** The sentence of Qwen's chat templates that slime's example replaces. */
const SEVERAL = 'You may call one or more functions to assist with the user query.';

/** It names no tag: how a call is written is the template's matter. */
const ONE =
  'In each turn you may call one function, or none, to assist with the user query. Whatever is to be ' +
  'changed or cancelled must be done by a call, and each call is answered by a message of the ' +
  'system. Tell the user that something is done only after such a message has confirmed it.';

/**
 * What is put in the place of the chat template's sentence on calling tools, null for nothing.
 *
 * @throws ConfigError where the strategy hands the template no tools.
 */
export function toolInstruction(
  config: Pick<TauConfig, 'tool_instruction' | 'agent_strategy'>,
): TemplateRewording | null {
  if (config.tool_instruction === 'template') return null;
  const { agent_strategy: strategy } = config;
  if (strategy === 'tool-calling' || strategy === 'few-shot') return { from: SEVERAL, to: ONE };
  throw new ConfigError(
    `tool_instruction "one_call" rewords what the chat template says of tools, and agent_strategy ` +
      `"${strategy}" shows it none: leave it out, or choose tool-calling or few-shot.`,
    { data: { tool_instruction: config.tool_instruction, agent_strategy: strategy } },
  );
}
