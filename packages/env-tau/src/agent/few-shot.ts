import type { ToolSpec } from 'slime-sdk';
import type { AgentBriefing } from './agent-strategy.ts';
import { draw } from './draw.ts';
import { ToolCallingStrategy } from './tool-calling.ts';

/** tau-bench's `few-shot`: tool calling, with sampled conversations behind the policy. */
export class FewShotStrategy extends ToolCallingStrategy {
  readonly #wiki: string;
  readonly #tools: readonly ToolSpec[];
  readonly #shots: readonly string[];
  readonly #count: number;

  constructor(
    wiki: string,
    tools: readonly ToolSpec[],
    { shots, count }: { shots: readonly string[]; count: number },
  ) {
    super(wiki, tools);
    this.#wiki = wiki;
    this.#tools = tools;
    this.#shots = shots;
    this.#count = count;
  }

  override brief(seed: number): AgentBriefing {
    const drawn = draw(this.#shots, this.#count, seed);
    const examples = drawn.map((shot, at) => `Example ${at + 1}:\n${shot}`).join('\n\n');
    return { system: `${this.#wiki}\n\n${examples}`, tools: this.#tools };
  }
}
