import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DataError } from 'slime-sdk';
import { fewShotFiles, parseFewShots } from '../agent/few-shots.ts';
import { dumpJson } from '../python/dump-json.ts';
import { parseJson } from '../python/parse-json.ts';
import type { PyDict, PyValue } from '../python/value.ts';
import { parseTools } from '../tasks/domain-files.ts';
import { splitOfFile } from '../tasks/split-name.ts';
import type { Task } from '../tasks/task.ts';
import { actionJson, taskRow } from '../tasks/task-row.ts';
import { taskFlags } from '../tasks/task-flags.ts';
import { createDatabase, type Database, type Domain, TABLES } from '../world/database.ts';
import { createWorld, worldHash } from '../world/world.ts';
import { checkTasks } from './check-tasks.ts';
import { prettyJson } from './pretty-json.ts';
import { readPythonModule } from './python-module.ts';
import { MAX_JSON_BYTES } from '../read-data-file.ts';
import { MAX_SOURCE_BYTES, readSource } from './read-source.ts';
import { readTaskSource } from './task-source.ts';
import { readToolSources } from './tool-sources.ts';

/** What was read of a split. */
export interface ImportedSplit {
  readonly env: Domain;
  readonly split: string;
  readonly tasks: number;
  readonly actions: number;
  /** Tasks that an agent passes by doing nothing. */
  readonly do_nothing_passes: number;
  /** The data set, relative to the output. */
  readonly data: string;
}

/** A domain that was read and checked, as the files that it becomes. */
export interface ImportedDomain {
  readonly splits: readonly ImportedSplit[];
  /** Text by path, relative to the output. */
  readonly files: ReadonlyMap<string, string>;
}

/** Of files with the same content in several forms, the first one that is there. */
function firstOf(folder: string, names: readonly string[]): string | undefined {
  return names.map((name) => join(folder, name)).find((file) => existsSync(file));
}

async function findSplits(folder: string): Promise<Map<string, string>> {
  const splits = new Map<string, string>();
  const names = new Map<string, string>();
  for (const name of (await readdir(folder)).toSorted()) {
    const split = splitOfFile(folder, name, ['json', 'py']);
    if (split === undefined) continue;
    // Names that differ by case alone are one file elsewhere.
    const taken = names.get(split.toLowerCase());
    if (taken !== undefined) {
      throw new DataError(
        `${folder} has the ${split} tasks twice, as ${taken} and as ${name}: remove or rename one.`,
        { data: { folder, files: [taken, name] } },
      );
    }
    names.set(split.toLowerCase(), name);
    splits.set(split, join(folder, name));
  }
  if (splits.size > 0) return splits;
  throw new DataError(
    `${folder} has no tasks: tasks_<split>.py or tasks_<split>.json are looked for.`,
    { data: { folder } },
  );
}

/** The texts of the tables as they stand, and the database that they make. */
async function readTables(root: string, domain: Domain, folder: string) {
  const texts = new Map<string, string>();
  const tables = new Map<string, PyValue>();
  for (const name of TABLES[domain]) {
    const places = [`db/${name}.json`, `data/${name}.json`];
    const file = firstOf(folder, places);
    if (file === undefined) {
      throw new DataError(`${folder} has no table ${name}: ${places.join(' or ')} must be there.`, {
        data: { folder, table: name },
      });
    }
    const text = await readSource(root, file, MAX_JSON_BYTES);
    texts.set(name, text);
    tables.set(name, parseJson(text, file));
  }
  return { texts, database: createDatabase(domain, tables) };
}

/** The policy; lines end as Python's text files give them. */
async function readWiki(root: string, folder: string): Promise<string> {
  const file = firstOf(folder, ['wiki.md', 'wiki.py']);
  if (file === undefined) throw new DataError(`${folder} has no wiki.md.`, { data: { folder } });
  const text = await readSource(root, file, MAX_SOURCE_BYTES);
  if (file.endsWith('.md')) return text.replaceAll(/\r\n?/g, '\n');
  const { value } = readPythonModule(text, file, /^WIKI$/, {});
  if (typeof value === 'string') return value;
  throw new DataError(`${file}: WIKI is no string.`, { data: { file } });
}

async function readRules(root: string, folder: string): Promise<PyValue | undefined> {
  const file = firstOf(folder, ['rules.json', 'rules.py']);
  if (file === undefined) return undefined;
  const isPython = file.endsWith('.py');
  const text = await readSource(root, file, isPython ? MAX_SOURCE_BYTES : MAX_JSON_BYTES);
  const rules = isPython
    ? readPythonModule(text, file, /^RULES$/, {}).value
    : parseJson(text, file);
  if (Array.isArray(rules) && rules.every((rule) => typeof rule === 'string')) return rules;
  throw new DataError(`${file} must hold a list of strings.`, { data: { file } });
}

async function readTools(root: string, folder: string): Promise<PyValue | undefined> {
  const file = firstOf(folder, ['tools.json', 'tools/__init__.py']);
  if (file === undefined) return undefined;
  const tools = file.endsWith('.py')
    ? await readToolSources(root, join(folder, 'tools'))
    : parseJson(await readSource(root, file, MAX_JSON_BYTES), file);
  parseTools(dumpJson(tools), file);
  return tools;
}

/** Sampled conversations for the `few-shot` strategy, as they stand. */
async function readFewShots(root: string, domain: Domain): Promise<string | undefined> {
  const file = fewShotFiles(domain, root).find((candidate) => existsSync(candidate));
  if (file === undefined) return undefined;
  const text = await readSource(root, file, MAX_JSON_BYTES);
  parseFewShots(text, file);
  return text;
}

function taskJson({ user_id, instruction, actions, outputs, annotator }: Task): PyDict {
  return new Map<string, PyValue>([
    ['user_id', user_id],
    ['instruction', instruction],
    ['actions', actions.map(actionJson)],
    ['outputs', [...outputs]],
    ...(annotator === undefined ? [] : [['annotator', annotator] as const]),
  ]);
}

function describeSplit(
  domain: Domain,
  split: string,
  tasks: readonly Task[],
  database: Database,
): ImportedSplit {
  const idle = tasks.filter((task) =>
    taskFlags(task, { database }).some(({ reason }) => reason === 'do_nothing_passes'),
  );
  return {
    env: domain,
    split,
    tasks: tasks.length,
    actions: tasks.reduce((count, { actions }) => count + actions.length, 0),
    do_nothing_passes: idle.length,
    data: `${domain}_${split}_tasks.jsonl`,
  };
}

/**
 * Reads and checks a domain of a tau-bench checkout or of a folder of JSON files; writes nothing.
 *
 * @param root The imported folder, resolved: nothing outside of it is read.
 * @param folder The domain's own in it.
 * @throws DataError with file and line of the first fault.
 */
export async function importDomain(
  root: string,
  domain: Domain,
  folder: string,
): Promise<ImportedDomain> {
  const { texts, database } = await readTables(root, domain, folder);
  const files = new Map<string, string>();
  for (const [name, text] of texts) files.set(`${domain}/db/${name}.json`, text);
  files.set(`${domain}/wiki.md`, await readWiki(root, folder));
  const [rules, tools] = [await readRules(root, folder), await readTools(root, folder)];
  if (rules !== undefined) files.set(`${domain}/rules.json`, prettyJson(rules));
  if (tools !== undefined) files.set(`${domain}/tools.json`, prettyJson(tools));
  const fewShots = await readFewShots(root, domain);
  if (fewShots !== undefined) files.set(`${domain}/few_shot.jsonl`, fewShots);
  const hashes: PyDict = new Map([['initial', worldHash(createWorld(database))]]);
  const splits: ImportedSplit[] = [];
  for (const [split, file] of await findSplits(folder)) {
    const sourced = await readTaskSource(root, file);
    hashes.set(split, checkTasks(sourced, database));
    const tasks = sourced.map(({ task }) => task);
    files.set(`${domain}/tasks_${split}.json`, prettyJson(tasks.map(taskJson)));
    files.set(`${domain}_${split}_tasks.jsonl`, tasks.map(taskRow).join(''));
    splits.push(describeSplit(domain, split, tasks, database));
  }
  files.set(`${domain}/hashes.json`, prettyJson(hashes));
  return { splits, files };
}
