import { existsSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DataError } from 'slime-sdk';
import { type Domain, DOMAINS } from '../world/database.ts';
import { importDomain, type ImportedSplit } from './import-domain.ts';
import { writeFiles } from './write-files.ts';

/** Where the domains' folders are: in a checkout, in its package, or in a folder of JSON files. */
const BASES = ['tau_bench/envs', 'envs', '.'];

async function findDomains(root: string): Promise<[Domain, string][]> {
  for (const base of BASES) {
    const found = DOMAINS.map((domain): [Domain, string] => [domain, join(root, base, domain)]);
    const there = found.filter(([, folder]) => existsSync(folder));
    if (there.length > 0) return there;
  }
  throw new DataError(
    `${root} is no tau-bench checkout and no folder of its data: ${DOMAINS.join(' or ')} is looked ` +
      `for in it, in ${BASES.slice(0, 2).join(' and in ')}.`,
    { data: { folder: root } },
  );
}

/** Data of an earlier import that this one would leave beside its own: they belong to other tables. */
async function refuseLeftovers(output: string, files: ReadonlyMap<string, string>): Promise<void> {
  const domains = DOMAINS.filter((domain) => files.has(`${domain}/wiki.md`));
  for (const domain of domains) {
    const folder = join(output, domain);
    if (!existsSync(folder) || !(await stat(folder)).isDirectory()) continue;
    const paths = (await readdir(folder, { recursive: true }))
      .filter((name) => /\.(?:json|jsonl|md)$/.test(name))
      .map((name) => `${domain}/${name}`);
    const other = paths.find((path) => !files.has(path));
    if (other === undefined) continue;
    throw new DataError(
      `${join(output, other)} is none of the files that are written: the folder holds other data. ` +
        'Name another output, or remove it.',
      { data: { output, path: other } },
    );
  }
}

async function readAndWrite(path: string, output: string): Promise<ImportedSplit[]> {
  if (!existsSync(path)) {
    throw new DataError(
      `${path} does not exist. Name a tau-bench checkout, or a folder of JSON files.`,
      { data: { path } },
    );
  }
  const root = await realpath(path);
  const files = new Map<string, string>();
  const splits: ImportedSplit[] = [];
  for (const [domain, folder] of await findDomains(root)) {
    const imported = await importDomain(root, domain, folder);
    splits.push(...imported.splits);
    for (const [name, text] of imported.files) files.set(name, text);
  }
  await refuseLeftovers(output, files);
  await writeFiles(output, files);
  return splits;
}

/**
 * Imports the domains of a tau-bench checkout, or of a folder of JSON files as this writes it: checks
 * everything first, then writes all files or none. Python is read, not run.
 *
 * @param output The data folder; see `loadTauData`. Data sets stand in it as
 *   `<domain>_<split>_tasks.jsonl`.
 * @throws DataError with file and line of what is not as it must be, or with what the system says of
 *   a file that cannot be read or written.
 */
export async function importData(path: string, output: string): Promise<ImportedSplit[]> {
  try {
    return await readAndWrite(path, output);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new DataError(`${path} cannot be imported to ${output}: ${error.message}.`, {
      cause: error,
      data: { path, output },
    });
  }
}
