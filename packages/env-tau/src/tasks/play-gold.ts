import { applyTool, type ToolResult } from '../world/apply-tool.ts';
import type { Database } from '../world/database.ts';
import { createWorld, type World } from '../world/world.ts';
import type { Task, TaskAction } from './task.ts';

/** A gold action and what the world answered to it. */
export interface GoldStep extends ToolResult {
  readonly action: TaskAction;
}

/** Carries out a task's actions on a fresh world: the state to reach, and what was seen on the way. */
export function playGold(task: Task, database: Database): { world: World; steps: GoldStep[] } {
  const world = createWorld(database);
  const steps = task.actions.map((action) => ({
    action,
    ...applyTool(world, action.name, action.kwargs),
  }));
  return { world, steps };
}

/** Whether a call was refused or went wrong: the benchmark's tools say so in words. */
export function isRefused({ observation, raised }: ToolResult): boolean {
  return raised || observation === null || /^(?:Error|Unknown action)\b/.test(observation);
}
