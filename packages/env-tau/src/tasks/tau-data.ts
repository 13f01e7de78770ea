import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DataError, type ToolSpec } from 'slime-sdk';
import { SHIPPED_DATA } from '../shipped-data.ts';
import { type Database, type Domain, DOMAINS } from '../world/database.ts';
import { findTables, loadDatabase } from '../world/load-database.ts';
import { domainFolder, listSplits, loadTasks } from './load-tasks.ts';
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

/**
 * Checks that the data folder that is meant holds the domain that is, or any where none is named.
 *
 * @throws DataError that names the folder.
 */
export function assertDataFolder(config: { data_dir?: string; env?: Domain }): void {
  const named = dataFolder(config.data_dir);
  if (named === undefined) return;
  const folder = resolve(named);
  const wanted = config.env === undefined ? DOMAINS : [config.env];
  const isThere = wanted.some(
    (domain) =>
      findTables(domain, folder) !== undefined &&
      existsSync(join(domainFolder(domain, folder), 'wiki.md')),
  );
  if (isThere) return;
  const from = config.data_dir === undefined ? 'SLIME_TAU_DATA' : 'data_dir';
  const fault = existsSync(folder)
    ? `holds no data of ${wanted.join(' or ')}, tables and wiki.md`
    : 'is not there';
  throw new DataError(
    `the folder ${folder} of ${from} ${fault}: name one that \`slime-env-tau import\` wrote`,
    { data: { folder } },
  );
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
