import { copyValue } from '../python/value.ts';
import { applyTool, type ToolResult } from '../world/apply-tool.ts';
import type { Database } from '../world/database.ts';
import { createWorld, isSameState, type World } from '../world/world.ts';
import type { Task, TaskAction } from './task.ts';

/** A gold action and what the world answered to it. */
export interface GoldStep extends ToolResult {
  readonly action: TaskAction;
}

/**
 * Carries out a task's actions on a fresh world: the state to reach, and what was seen on the way.
 * Those that are meant for the user or hand over change nothing in it.
 */
export function playGold(task: Task, database: Database): { world: World; steps: GoldStep[] } {
  const world = createWorld(database);
  const steps = task.actions.map((action) => ({
    action,
    // A booking keeps the lists that it is given: the task's own must stay as they are.
    ...applyTool(world, action.name, copyValue(action.kwargs)),
  }));
  return { world, steps };
}

/** Whether a call was refused or went wrong: the benchmark's tools say so in words. */
export function isRefused({ observation, raised }: ToolResult): boolean {
  return raised || observation === null || /^(?:Error|Unknown action)\b/.test(observation);
}

/**
 * Whether an agent that does nothing is paid for a task: its actions leave the world as it is, and
 * nothing has to be told to the user.
 */
export function isIdleTask(database: Database, task: Task): boolean {
  if (task.outputs.length > 0) return false;
  return isSameState(playGold(task, database).world, createWorld(database));
}
