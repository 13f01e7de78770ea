import { text } from './parameter.ts';
import { calculate } from './calculate.ts';
import { defineWorldTool, type WorldTool } from './tool.ts';

/** Rounds the value of an arithmetic expression to two places. */
export const calculateTool: WorldTool<unknown> = defineWorldTool({
  name: 'calculate',
  description: 'Compute an arithmetic expression.',
  parameters: { expression: text("Numbers, + - * / and parentheses, such as '2 * (3 + 4)'.") },
  run: (_world, args) => calculate(args.get('expression')),
});

/** Does nothing: a place to think in. */
export const thinkTool: WorldTool<unknown> = defineWorldTool({
  name: 'think',
  description:
    'Write down a thought. It finds nothing out and changes nothing; use it to reason ' +
    'or to keep something in mind.',
  parameters: { thought: text('The thought.') },
  run: () => '',
});

/** Hands the user to a person; the episode's end is not this tool's matter. */
export const transferTool: WorldTool<unknown> = defineWorldTool({
  name: 'transfer_to_human_agents',
  description:
    'Hand the user over to a human agent. Only when the user asks for one, or when no ' +
    'tool can solve the matter.',
  parameters: { summary: text("A summary of the user's matter.") },
  run: () => 'Transfer successful',
});
