import { resolve } from 'node:path';
import type { ToolSpec } from 'slime-sdk';
import { SHIPPED_DATA } from '../shipped-data.ts';
import type { Database, Domain } from '../world/database.ts';
import { loadDatabase } from '../world/load-database.ts';
import { listSplits, loadTasks } from './load-tasks.ts';
import type { Task } from './task.ts';
import { loadToolSpecs, loadWiki } from './domain-files.ts';

/** All that an episode of a domain needs, read once and shared by all of them; changed by none. */
export interface TauData {
  readonly domain: Domain;
  /** Where it was read. */
  readonly folder: string;
  readonly database: Database;
  /** By split, in the order of the file: a task's place is the `index` of its row. */
  readonly tasks: ReadonlyMap<string, readonly Task[]>;
  /** The policy: the system prompt. */
  readonly wiki: string;
  /** For the chat template: the folder's own `tools.json`, else this project's. */
  readonly tools: readonly ToolSpec[];
}

/**
 * The data folder that is meant: the config key `data_dir`, else the environment variable
 * `SLIME_TAU_DATA`, else none, which is the small world of the package.
 */
export function dataFolder(dataDir?: string): string | undefined {
  const named = dataDir ?? process.env['SLIME_TAU_DATA'];
  return named === undefined || named === '' ? undefined : named;
}

async function readTauData(domain: Domain, folder: string): Promise<TauData> {
  const [database, splits, wiki, tools] = await Promise.all([
    loadDatabase(domain, folder),
    listSplits(domain, folder),
    loadWiki(domain, folder),
    loadToolSpecs(domain, folder),
  ]);
  const tasks = new Map<string, readonly Task[]>();
  for (const split of splits) tasks.set(split, await loadTasks(domain, split, folder));
  return { domain, folder, database, tasks, wiki, tools };
}

const known = new Map<string, Promise<TauData>>();

/**
 * Reads the data of a domain once a process: `<domain>/db/<table>.json`, `wiki.md`,
 * `tasks_<split>.json` and, when it is there, `tools.json`.
 *
 * @param folder As `slime-env-tau import` writes it; undefined for the small world of the package.
 * @throws DataError that names the file which is missing or not as it must be.
 */
export function loadTauData(domain: Domain, folder: string | undefined): Promise<TauData> {
  const root = folder === undefined ? SHIPPED_DATA : resolve(folder);
  const key = `${domain}:${root}`;
  const earlier = known.get(key);
  if (earlier !== undefined) return earlier;
  const reading = readTauData(domain, root).catch((error: unknown) => {
    // What could not be read may be there the next time.
    known.delete(key);
    throw error;
  });
  known.set(key, reading);
  return reading;
}
