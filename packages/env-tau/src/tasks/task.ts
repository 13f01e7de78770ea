import { DataError } from 'slime-sdk';
import { z } from 'zod';
import { isDeeperThan, type PyDict, type PyValue } from '../python/value.ts';
import { anything, type Entries, entries, type Fields, fields } from '../world/fields.ts';

/** A call that a task's author made: the gold path to its goal. */
export interface TaskAction {
  readonly name: string;
  /** As they were written: an `int` is a `bigint`, a `float` a `number`. Never changed; copy first. */
  readonly kwargs: PyDict;
}

/** A task of tau-bench: who the user is, what they want, and how it is judged. */
export interface Task {
  readonly user_id: string;
  /** What the user simulator is told. */
  readonly instruction: string;
  /** The state after these, from a fresh world, is the one to reach. */
  readonly actions: readonly TaskAction[];
  /** What the agent must have told the user. */
  readonly outputs: readonly string[];
  /** Who wrote it; absent in rows of slime's data sets. */
  readonly annotator?: string | undefined;
}

/** As deep as a call may be nested. */
const MAX_DEPTH = 100;

type ActionFields = Fields<{ name: string; kwargs: Entries<PyValue> }>;

interface TaskShape {
  user_id: string;
  instruction: string;
  actions: ActionFields[];
  outputs: string[];
  annotator?: string | undefined;
}

const kwargs = entries(anything).refine(
  (dict) => !isDeeperThan(dict, MAX_DEPTH),
  `is nested more than ${MAX_DEPTH} levels deep`,
);

const action: z.ZodType<ActionFields> = fields({ name: z.string(), kwargs });

const task = fields<TaskShape>({
  user_id: z.string(),
  instruction: z.string(),
  actions: z.array(action),
  outputs: z.array(z.string()),
  annotator: z.string().optional(),
});

/**
 * Reads a task: of a file of tasks, or of a row's `metadata`. Other fields are not looked at.
 *
 * @param where What it is, for the error message: `tasks_test.json[3]`, say.
 * @throws DataError that names the field which is not as it must be.
 */
export function readTask(value: PyValue, where: string): Task {
  const { success, data, error } = task.safeParse(value);
  if (!success) {
    const issue = error.issues[0];
    const field = ['', ...(issue?.path.map(String) ?? [])].join('.');
    throw new DataError(
      `${where}${field}: ${issue?.message ?? ''}. A task has user_id, instruction, ` +
        'actions [{name, kwargs}] and outputs [text].',
      { data: { where, field } },
    );
  }
  return {
    user_id: data.get('user_id'),
    instruction: data.get('instruction'),
    actions: data
      .get('actions')
      .map((one) => ({ name: one.get('name'), kwargs: one.get('kwargs') })),
    outputs: data.get('outputs'),
    annotator: data.get('annotator'),
  };
}
