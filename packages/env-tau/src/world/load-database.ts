import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DataError } from 'slime-sdk';
import { parseJson } from '../python/parse-json.ts';
import type { PyValue } from '../python/value.ts';
import { readDataText } from '../read-data-file.ts';
import { createDatabase, type Database, type Domain, TABLES } from './database.ts';

/** Where a data folder keeps a domain's tables; the last two are a checkout of the benchmark. */
function candidates(directory: string, domain: Domain): string[] {
  const checkout = join('tau_bench', 'envs', domain, 'data');
  return [
    directory,
    join(directory, 'db'),
    join(directory, domain, 'db'),
    join(directory, domain, 'data'),
    join(directory, checkout),
  ];
}

/** The folder that holds all tables of a domain; undefined where there is none. */
export function findTables(domain: Domain, directory: string): string | undefined {
  return candidates(directory, domain).find((candidate) =>
    TABLES[domain].every((name) => existsSync(join(candidate, `${name}.json`))),
  );
}

/**
 * Reads the tables of a domain from a folder of JSON files: the folder itself, its `db`, its
 * `<domain>/db`, or a checkout of the benchmark.
 *
 * @throws DataError when no such folder holds all tables, or a table is not as it must be.
 */
export async function loadDatabase(domain: Domain, directory: string): Promise<Database> {
  const names = TABLES[domain];
  const folder = findTables(domain, directory);
  if (folder === undefined) {
    throw new DataError(
      `${directory} holds no ${domain} database: ${names.join('.json, ')}.json are looked for in ` +
        `it, in db, in ${domain}/db and in a tau-bench checkout.`,
      { data: { directory, domain } },
    );
  }
  const tables = new Map<string, PyValue>();
  for (const name of names) {
    const file = join(folder, `${name}.json`);
    tables.set(name, parseJson(await readDataText(file), file));
  }
  return createDatabase(domain, tables);
}
