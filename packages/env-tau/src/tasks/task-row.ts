import { dumpJson } from '../python/dump-json.ts';
import type { PyDict, PyValue } from '../python/value.ts';
import type { Task, TaskAction } from './task.ts';

/** An action as files of tasks and rows hold it. */
export function actionJson({ name, kwargs }: TaskAction): PyDict {
  return new Map<string, PyValue>([
    ['name', name],
    ['kwargs', kwargs],
  ]);
}

/**
 * A row of slime's data sets of tau-bench, with its line end: the task's place, and its fields in
 * their order there.
 */
export function taskRow({ user_id, instruction, actions, outputs }: Task, index: number): string {
  const metadata = new Map<string, PyValue>([
    ['user_id', user_id],
    ['actions', actions.map(actionJson)],
    ['instruction', instruction],
    ['outputs', [...outputs]],
  ]);
  const row = new Map<string, PyValue>([
    ['index', BigInt(index)],
    ['metadata', metadata],
  ]);
  return `${dumpJson(row)}\n`;
}
