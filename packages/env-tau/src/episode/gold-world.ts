import { copyValue } from '../python/value.ts';
import type { Task } from '../tasks/task.ts';
import { applyTool } from '../world/apply-tool.ts';
import type { Database } from '../world/database.ts';
import { createWorld, isSameState, type World } from '../world/world.ts';
import { ENDING_TOOLS, RESPOND } from './ending-tools.ts';

/** The world that a task's own actions lead to, anew at each call. */
export function goldWorld(database: Database, task: Task): World {
  const world = createWorld(database);
  for (const { name, kwargs } of task.actions) {
    if (name === RESPOND || ENDING_TOOLS.has(name)) continue;
    // A booking keeps the lists that it is given: the task's own must stay as they are.
    applyTool(world, name, copyValue(kwargs));
  }
  return world;
}

/**
 * Whether an agent that does nothing is paid for a task: its actions leave the world as it is, and
 * nothing has to be told to the user.
 */
export function isIdleTask(database: Database, task: Task): boolean {
  return task.outputs.length === 0 && isSameState(goldWorld(database, task), createWorld(database));
}
