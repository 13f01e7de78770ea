import type { Task } from '../tasks/task.ts';

/** Tools after whose call the episode is over, in both domains; gold actions skip them. */
export const ENDING_TOOLS: ReadonlySet<string> = new Set(['transfer_to_human_agents']);

/** The action that speaks to the user; no tool of the chat template. */
export const RESPOND = 'respond';

/** Whether a task's own actions hand the user over. */
export function handsOver({ actions }: Task): boolean {
  return actions.some(({ name }) => ENDING_TOOLS.has(name));
}
