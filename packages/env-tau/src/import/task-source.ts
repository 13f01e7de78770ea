import { basename } from 'node:path';
import { DataError } from 'slime-sdk';
import { parseJson } from '../python/parse-json.ts';
import type { PyDict, PyValue } from '../python/value.ts';
import { readTask, type Task } from '../tasks/task.ts';
import { readPythonModule } from './python-module.ts';
import { MAX_JSON_BYTES } from '../read-data-file.ts';
import { MAX_SOURCE_BYTES, readSource } from './read-source.ts';

/** A task that was read, and where it stands. */
export interface SourcedTask {
  readonly task: Task;
  /** `tasks_test.py:4: TASKS_TEST[0]`, say. */
  readonly where: string;
}

const FIELDS = {
  Task: ['annotator', 'user_id', 'instruction', 'actions', 'outputs'],
  Action: ['name', 'kwargs'],
};

function refuseOthers(value: PyValue, known: readonly string[], where: string): void {
  if (!(value instanceof Map)) return;
  const other = [...value.keys()].find((key) => !known.includes(key));
  if (other === undefined) return;
  throw new DataError(`${where} has a field ${other}, which is none of ${known.join(', ')}.`, {
    data: { where, field: other },
  });
}

/** Who wrote a task may be a number in Python; the benchmark does not look at it. */
function withAnnotator(value: PyDict): PyDict {
  const annotator = value.get('annotator');
  const plain = new Map(value);
  if (typeof annotator === 'bigint') plain.set('annotator', String(annotator));
  if (annotator === null) plain.delete('annotator');
  return plain;
}

function readOne(value: PyValue, where: string): SourcedTask {
  refuseOthers(value, FIELDS.Task, where);
  const task = readTask(value instanceof Map ? withAnnotator(value) : value, where);
  const actions = value instanceof Map ? value.get('actions') : undefined;
  for (const [at, action] of (Array.isArray(actions) ? actions : []).entries()) {
    refuseOthers(action, FIELDS.Action, `${where}.actions.${at}`);
  }
  return { task, where };
}

function listOf(value: PyValue, where: string): PyValue[] {
  if (!Array.isArray(value)) {
    throw new DataError(`${where} must be a list of tasks.`, { data: { where } });
  }
  if (value.length > 0) return value;
  throw new DataError(`${where} holds no task: add some, or remove the file.`, {
    data: { where },
  });
}

async function readPythonTasks(root: string, file: string): Promise<SourcedTask[]> {
  const source = await readSource(root, file, MAX_SOURCE_BYTES);
  const module = readPythonModule(source, file, /^TASKS(?:_[A-Z0-9_]+)?$/, FIELDS);
  const { name, value } = module;
  return listOf(value, `${file}: ${name}`).map((task, at) =>
    readOne(task, `${file}:${module.lineOf(task)}: ${name}[${at}]`),
  );
}

async function readJsonTasks(root: string, file: string): Promise<SourcedTask[]> {
  const tasks = parseJson(await readSource(root, file, MAX_JSON_BYTES), file);
  return listOf(tasks, file).map((task, at) => readOne(task, `${file}[${at}]`));
}

/**
 * Reads the tasks of `tasks_<split>.py`, whose literals are read and not run, or of
 * `tasks_<split>.json`.
 *
 * @throws DataError with the place of what is not as it must be.
 */
export function readTaskSource(root: string, file: string): Promise<SourcedTask[]> {
  return basename(file).endsWith('.py') ? readPythonTasks(root, file) : readJsonTasks(root, file);
}
