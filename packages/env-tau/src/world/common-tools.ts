import { calculate } from './calculate.ts';
import { defineWorldTool, type WorldTool } from './tool.ts';

/** Rounds the value of an arithmetic expression to two places. */
export const calculateTool: WorldTool<unknown> = defineWorldTool({
  name: 'calculate',
  parameters: ['expression'],
  run: (_world, args) => calculate(args.get('expression')),
});

/** Does nothing: a place to think in. */
export const thinkTool: WorldTool<unknown> = defineWorldTool({
  name: 'think',
  parameters: ['thought'],
  run: () => '',
});

/** Hands the user to a person; the episode's end is not this tool's matter. */
export const transferTool: WorldTool<unknown> = defineWorldTool({
  name: 'transfer_to_human_agents',
  parameters: ['summary'],
  run: () => 'Transfer successful',
});
