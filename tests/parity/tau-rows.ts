import { existsSync, readFileSync } from 'node:fs';
import {
  applyTool,
  createWorld,
  type Database,
  type Domain,
  loadDatabase,
  parseJson,
  type PyDict,
  type PyValue,
  type World,
} from 'slime-env-tau';
import type { TestContext } from 'vitest';

const root = process.env['SLIME_SHARED'] ?? new URL('../../../shared', import.meta.url).pathname;

/** One recorded call and what came of it. */
export interface RecordedCall {
  readonly name: string;
  readonly kwargs: PyValue;
  readonly observation: PyValue;
  readonly raised: PyValue;
}

/** A value that a recorded row must hold. */
export function field(row: PyValue, name: string): PyValue {
  const value = row instanceof Map ? row.get(name) : undefined;
  if (value === undefined) throw new Error(`a recorded row has no ${name}`);
  return value;
}

/** A list that a recorded row must hold. */
export function list(row: PyValue, name: string): PyValue[] {
  const value = field(row, name);
  if (!Array.isArray(value)) throw new Error(`${name} of a recorded row is no list`);
  return value;
}

/** A text that a recorded row must hold. */
export function text(row: PyValue, name: string): string {
  const value = field(row, name);
  if (typeof value !== 'string') throw new Error(`${name} of a recorded row is no text`);
  return value;
}

/** The folder of recorded data, or skips the test saying that there is none. */
export function recordedFolder(context: TestContext): string {
  const path = `${root}/data/tau`;
  if (!existsSync(path)) context.skip(`no recorded data: ${path} is absent, set SLIME_SHARED`);
  return path;
}

function readRecorded(context: TestContext, file: string): string {
  const path = `${root}/data/tau/${file}`;
  if (!existsSync(path)) context.skip(`no recorded data: ${path} is absent, set SLIME_SHARED`);
  return readFileSync(path, 'utf8').trimEnd();
}

/** The recorded schemas of a domain's tools, or skips the test. */
export function readTools(context: TestContext, domain: Domain): PyValue[] {
  const tools = parseJson(readRecorded(context, `${domain}/tools.json`), 'tools.json');
  if (!Array.isArray(tools)) throw new Error('tools.json is no list');
  return tools;
}

/** Rows of a recorded file, read without loss, or skips the test saying that there are none. */
export function readRows(context: TestContext, file: string): PyDict[] {
  const lines = readRecorded(context, file).split('\n');
  return lines.map((line, at) => {
    const row = parseJson(line, `${file}:${at + 1}`);
    if (!(row instanceof Map)) throw new Error(`${file}:${at + 1} is no object`);
    return row;
  });
}

const databases = new Map<Domain, Promise<Database>>();

/** The benchmark's database, loaded once. */
export function recordedDatabase(domain: Domain): Promise<Database> {
  const database = databases.get(domain) ?? loadDatabase(domain, `${root}/data/tau`);
  databases.set(domain, database);
  return database;
}

/** A world of the benchmark's database. */
export async function recordedWorld(domain: Domain): Promise<World> {
  return createWorld(await recordedDatabase(domain));
}

/** The call of a row, with what was recorded of it. */
export function recordedCall(row: PyValue, outcome: PyValue = row): RecordedCall {
  return {
    name: text(row, 'name'),
    kwargs: field(row, 'kwargs'),
    observation: field(outcome, 'observation'),
    raised: field(outcome, 'raised'),
  };
}

/** What a world answers to a recorded call. */
export function answer(world: World, { name, kwargs }: RecordedCall) {
  return applyTool(world, name, kwargs);
}
