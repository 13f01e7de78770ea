import { ConfigError } from 'slime-sdk';
import type { TauConfig } from '../episode/tau-config.ts';
import type { TauData } from '../tasks/tau-data.ts';
import { ActStrategy } from './act.ts';
import type { AgentStrategy } from './agent-strategy.ts';
import { FewShotStrategy } from './few-shot.ts';
import { loadFewShots } from './few-shots.ts';
import { ToolCallingStrategy } from './tool-calling.ts';

/** @throws ConfigError where conversations are named that no agent is shown. */
export function assertStrategy({
  agent_strategy: strategy,
  few_shot_displays_path: file,
}: Pick<TauConfig, 'agent_strategy' | 'few_shot_displays_path'>): void {
  if (file === undefined || strategy === 'few-shot') return;
  throw new ConfigError(
    `agent_strategy "${strategy}" shows no conversations, and few_shot_displays_path would be for ` +
      'nothing: leave it out, or choose few-shot.',
    { data: { agent_strategy: strategy, few_shot_displays_path: file } },
  );
}

/**
 * Makes the form of prompt and actions that the configuration asks for.
 *
 * @throws DataError when `few-shot` finds no conversations.
 */
export async function openStrategy(
  { domain, folder, wiki, tools }: TauData,
  config: TauConfig,
): Promise<AgentStrategy> {
  const { agent_strategy: strategy, num_few_shots: count } = config;
  if (strategy === 'tool-calling') return new ToolCallingStrategy(wiki, tools);
  if (strategy !== 'few-shot') {
    return new ActStrategy(wiki, tools, { thinks: strategy === 'react' });
  }
  const file = config.few_shot_displays_path;
  const shots = await loadFewShots({ domain, folder, file }, count);
  return new FewShotStrategy(wiki, tools, { shots, count });
}
