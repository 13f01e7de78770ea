import { hashableText } from '../python/hashable-text.ts';
import { unorderedText } from '../python/unordered-text.ts';
import type { Task } from '../tasks/task.ts';
import type { Database } from '../world/database.ts';
import { isSameState, type World } from '../world/world.ts';
import { findOutput, type OutputMatch } from './find-output.ts';
import { goldWorld } from './gold-world.ts';

/**
 * What the world must have in common with the gold one: all, as tau-bench's hash, or all but the
 * order of lists and how a number was written (`1` or `1.0`).
 */
export type StateMatch = 'exact' | 'unordered';

/** What an episode is judged by. */
export interface RewardInput {
  readonly database: Database;
  readonly task: Task;
  /** As the agent left it; not changed. */
  readonly world: World;
  /** The agent's messages to the user. */
  readonly spoken: readonly string[];
  readonly outputMatch: OutputMatch;
  readonly stateMatch: StateMatch;
}

/** A reward and what it was made of. */
export interface RewardResult {
  readonly reward: 0 | 1;
  /** The state is that of the gold actions. */
  readonly isStateRight: boolean;
  /** The task's outputs, and whether each was told to the user. */
  readonly outputs: Readonly<Record<string, boolean>>;
}

/**
 * tau-bench's reward of an episode that has ended: 1 when the state is the one that the task's
 * actions lead to and every output was told to the user, else 0.
 *
 * Pure: the gold actions run on a world of their own, and the same input has the same value.
 */
export function calculateReward(input: RewardInput): RewardResult {
  const { database, task, world, spoken, outputMatch, stateMatch } = input;
  const textOf = stateMatch === 'exact' ? hashableText : unorderedText;
  const isStateRight = isSameState(world, goldWorld(database, task), textOf);
  const outputs = Object.fromEntries(
    task.outputs.map((output) => [output, findOutput(output, spoken, outputMatch)]),
  );
  const isRight = isStateRight && Object.values(outputs).every((isTold) => isTold);
  return { reward: isRight ? 1 : 0, isStateRight, outputs };
}
