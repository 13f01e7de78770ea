import { DataError } from 'slime-sdk';
import { RESPOND } from '../episode/ending-tools.ts';
import { playGold } from '../tasks/play-gold.ts';
import { toolSpecs } from '../world/apply-tool.ts';
import type { Database } from '../world/database.ts';
import { worldHash } from '../world/world.ts';
import type { SourcedTask } from './task-source.ts';

function refuse(where: string, problem: string): never {
  throw new DataError(`${where}: ${problem}`, { data: { where } });
}

/**
 * Checks that tasks fit their database: users that are there, actions that are tools with arguments
 * that these take.
 *
 * @returns The hash of the state after each task's actions.
 * @throws DataError with the place of the first task that does not fit.
 */
export function checkTasks(tasks: readonly SourcedTask[], database: Database): string[] {
  const tools = toolSpecs(database.domain).map((tool) => tool.function.name);
  // Words to the user change nothing: the benchmark takes them, and passes over them.
  const names = new Set([...tools, RESPOND]);
  return tasks.map(({ task, where }) => {
    if (!database.users.records.has(task.user_id)) {
      refuse(where, `user ${JSON.stringify(task.user_id)} is not in the database`);
    }
    for (const [at, { name }] of task.actions.entries()) {
      if (names.has(name)) continue;
      refuse(where, `actions.${at}: ${JSON.stringify(name)} is no tool of ${database.domain}`);
    }
    const { world, steps } = playGold(task, database);
    for (const [at, { action, raised, observation }] of steps.entries()) {
      if (raised) refuse(where, `actions.${at} ${action.name}: ${observation ?? ''}`);
    }
    return worldHash(world);
  });
}
