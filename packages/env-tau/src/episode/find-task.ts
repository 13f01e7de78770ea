import { DataError, type JsonValue, type Sample } from 'slime-sdk';
import { isEqual } from '../python/operations.ts';
import { fromJson } from '../python/value.ts';
import type { Task } from '../tasks/task.ts';
import { actionJson } from '../tasks/task-row.ts';
import { dataFolder, loadTauData, type TauData } from '../tasks/tau-data.ts';
import { type Domain, DOMAINS } from '../world/database.ts';
import type { TauConfig } from './tau-config.ts';

/** The task of a row, and what it stands in. */
export interface FoundTask {
  readonly data: TauData;
  readonly split: string;
  readonly index: number;
  readonly task: Task;
}

/** What a row says and what the configuration says, which must not contradict each other. */
function agree(key: 'env' | 'task_split', sample: Sample, config: TauConfig): string | undefined {
  const own = sample.metadata[key];
  const asked = config[key];
  if (typeof own !== 'string') return asked;
  if (asked === undefined || asked === own) return own;
  throw new DataError(
    `the row is of ${key} "${own}", the configuration asks for "${asked}": leave ${key} out of it, ` +
      'or take the rows of that one.',
    { data: { key, row: own, config: asked } },
  );
}

function readDomain(name: string | undefined): Domain {
  const domain = DOMAINS.find((known) => known === (name ?? 'retail'));
  if (domain !== undefined) return domain;
  throw new DataError(`the row is of env "${name}"; there are ${DOMAINS.join(' and ')}.`);
}

function readIndex({ prompt }: Sample): number {
  const index = typeof prompt === 'string' && /^\d+$/.test(prompt) ? Number(prompt) : prompt;
  if (typeof index === 'number' && Number.isSafeInteger(index) && index >= 0) return index;
  throw new DataError(
    "the row's prompt must be the number of a task: name its column with --input-key index, and do " +
      `not put it through the chat template. It is ${JSON.stringify(prompt)?.slice(0, 100)}`,
  );
}

/** What a row may hold of its task, and slime's rows do. */
const TASK_FIELDS = ['user_id', 'instruction', 'actions', 'outputs'] as const;

/** Whether a row says something else of its task; what it does not hold it does not say. */
function isOther(
  held: JsonValue | undefined,
  task: Task,
  name: (typeof TASK_FIELDS)[number],
): boolean {
  if (held === undefined) return false;
  const own = name === 'actions' ? task.actions.map(actionJson) : task[name];
  return !isEqual(fromJson(held), typeof own === 'string' ? own : [...own]);
}

/**
 * Finds the task of a row: the row's prompt is its place in the tasks of a split.
 *
 * @throws DataError when there is no such task, or the row holds another one.
 */
export async function findTask(sample: Sample, config: TauConfig): Promise<FoundTask> {
  const domain = readDomain(agree('env', sample, config));
  const data = await loadTauData(domain, dataFolder(config.data_dir));
  const splits = [...data.tasks.keys()];
  const split =
    agree('task_split', sample, config) ?? (splits.includes('train') ? 'train' : splits[0]);
  const tasks = split === undefined ? undefined : data.tasks.get(split);
  if (split === undefined || tasks === undefined) {
    throw new DataError(
      `${data.folder} has no ${domain} tasks of the split ${split}; it has ${splits.join(', ')}: ` +
        'name one as task_split.',
      { data: { folder: data.folder, domain, split: split ?? null, splits } },
    );
  }
  const index = readIndex(sample);
  const task = tasks[index];
  if (task === undefined) {
    throw new DataError(
      `there is no task ${index} in ${domain}/${split}: it has 0 to ${tasks.length - 1}. Name ` +
        'another task, or another world and split (env and task_split of --custom-config-path).',
      { data: { domain, split, index } },
    );
  }
  const field = TASK_FIELDS.find((name) => isOther(sample.metadata[name], task, name));
  if (field !== undefined) {
    throw new DataError(
      `the row holds another task than ${domain}/${split} at ${index} of ${data.folder}, by which it ` +
        `would be judged: its ${field} is not the same. Set env, task_split and data_dir in ` +
        '--custom-config-path to those of the rows, or import the tasks that the rows hold.',
      { data: { domain, split, index, field } },
    );
  }
  return { data, split, index, task };
}
