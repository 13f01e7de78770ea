import type {
  Message,
  RewardDefinition,
  RewardValue,
  RewardView,
  RolloutArgs,
  Sample,
  ToolSpec,
} from 'slime-sdk';
import type { Terminal } from './terminal.ts';

/** What an episode is played on. */
export interface Stage {
  args: RolloutArgs;
  sample: Sample;
  seed: number;
  terminal: Terminal;
}

/** Shows messages as the policy sees them. */
export function showMessages(terminal: Terminal, messages: readonly Message[]): void {
  for (const { role, name, content } of messages) {
    const text =
      typeof content === 'string'
        ? content
        : content.map((part) => (part.type === 'text' ? part.text : '<picture>')).join('\n');
    terminal.say(`[${name === undefined ? role : `${role} ${name}`}] ${text}`);
  }
}

/** Shows the tools that the policy may call. */
export function showTools(terminal: Terminal, tools: readonly ToolSpec[]): void {
  for (const { function: tool } of tools) {
    const properties = tool.parameters?.['properties'] ?? {};
    terminal.say(`[tool] ${tool.name} ${JSON.stringify(properties)}: ${tool.description ?? ''}`);
  }
}

/** The row's prompt as messages; empty where the plugin makes its own. */
export function promptMessages({ prompt }: Sample): Message[] {
  if (typeof prompt === 'string') return [{ role: 'user', content: prompt }];
  return typeof prompt === 'number' ? [] : prompt;
}

/** Asks a reward function about one sample. */
export async function score(
  definition: RewardDefinition,
  { args, sample, seed, terminal }: Stage,
  words: Pick<RewardView, 'finalText' | 'policyText' | 'turns'>,
): Promise<RewardValue> {
  const view: RewardView = { ...words, seed, signal: terminal.signal };
  if (definition.mode === 'single') return definition.reward(args, sample, view);
  const [first] = await definition.reward(args, [sample], [view]);
  if (first === undefined) throw new TypeError('the reward function gave no reward');
  return first;
}
