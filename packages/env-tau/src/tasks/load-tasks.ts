import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DataError } from 'slime-sdk';
import { parseJson } from '../python/parse-json.ts';
import type { Domain } from '../world/database.ts';
import { readDataText } from '../read-data-file.ts';
import { splitOfFile } from './split-name.ts';
import { readTask, type Task } from './task.ts';

/** Where a data folder keeps what belongs to a domain: its `<domain>`, or the folder itself. */
export function domainFolder(domain: Domain, folder: string): string {
  const inside = join(folder, domain);
  return existsSync(inside) ? inside : folder;
}

/**
 * The splits of which a data folder has tasks, in the order of their names.
 *
 * @throws DataError for a file of tasks whose split has no safe name.
 */
export async function listSplits(domain: Domain, folder: string): Promise<string[]> {
  const inside = domainFolder(domain, folder);
  const names = await readdir(inside);
  return names.flatMap((name) => splitOfFile(inside, name, ['json']) ?? []).toSorted();
}

/**
 * Reads the tasks of a split of a data folder: its `<domain>/tasks_<split>.json`.
 *
 * @throws DataError when there is no such split, which names those that are there, or a task is not
 *   as it must be.
 */
export async function loadTasks(domain: Domain, split: string, folder: string): Promise<Task[]> {
  const splits = await listSplits(domain, folder);
  if (!splits.includes(split)) {
    throw new DataError(
      `${folder} has no ${domain} tasks of the split ${split}. ` +
        (splits.length === 0 ? 'It has none.' : `Choose one of: ${splits.join(', ')}.`),
      { data: { folder, domain, split, splits } },
    );
  }
  const file = join(domainFolder(domain, folder), `tasks_${split}.json`);
  const tasks = parseJson(await readDataText(file), file);
  if (!Array.isArray(tasks)) {
    throw new DataError(`${file} must be a list of tasks.`, { data: { file } });
  }
  if (tasks.length === 0) {
    throw new DataError(`${file} holds no task: add some, or remove it.`, { data: { file } });
  }
  return tasks.map((task, at) => readTask(task, `${file}[${at}]`));
}
