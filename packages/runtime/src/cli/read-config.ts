import { readFile } from 'node:fs/promises';
import {
  ConfigError,
  findJsonFault,
  formatPath,
  type JsonObject,
  restoreExactForms,
  rolloutArgsSchema,
} from 'slime-sdk';
import { isMap, isScalar, LineCounter, parseDocument, type YAMLWarning } from 'yaml';
import { z } from 'zod';
import { unreadable } from '../rollout/data/read-lines.ts';
import { endWithFile } from './yaml-block-end.ts';
import { findYamlFault } from './yaml-fault.ts';
import { isMergeKey } from './yaml-merges.ts';
import { pythonScalars } from './yaml-scalars.ts';
import { plainValues } from './yaml-values.ts';

/** The keys of a configuration file, and the line that each stands on. */
export interface ConfigFile {
  values: JsonObject;
  lines: ReadonlyMap<string, number>;
}

/** As PyYAML reads, whatever version a directive of the file names. */
const PYTHON = {
  version: '1.1',
  schema: 'yaml-1.1',
  merge: true,
  resolveKnownTags: false,
  uniqueKeys: false,
  customTags: pythonScalars,
} as const;

/** A tag that is not known, or not one for its value: the parser reads a text then, Python refuses. */
const isOfTag = ({ code }: YAMLWarning): boolean => code === 'TAG_RESOLVE_FAILED';

/** Values of a configuration, aliases written out. */
const MOST_VALUES = 100_000;

/**
 * Reads `--custom-config-path`: a YAML mapping, by the rules of YAML 1.1 as slime reads it. Numbers
 * and the order of keys are remembered as they were written.
 *
 * @throws ConfigError with file, line and key.
 */
export async function readConfig(file: string): Promise<ConfigFile> {
  const counter = new LineCounter();
  const text = await readText(file);
  const document = parseDocument(text, { ...PYTHON, lineCounter: counter });
  const [error] = [...document.errors, ...document.warnings.filter(isOfTag)];
  if (error !== undefined) {
    throw configError(file, error.linePos?.[0].line, error.message.split(' at line ')[0] ?? '');
  }
  if (document.contents === null) return { values: {}, lines: new Map() };
  if (!isMap(document.contents)) {
    throw configError(file, 1, 'the file must be a mapping of keys to values');
  }
  const lines = new Map<string, number>();
  for (const { key } of document.contents.items) {
    if (isMergeKey(key)) continue;
    const line = isScalar(key) && key.range ? counter.linePos(key.range[0]).line : undefined;
    const name = isScalar(key) ? key.value : undefined;
    if (typeof name !== 'string') throw configError(file, line, 'a key must be a string');
    if (line !== undefined) lines.set(name, line);
  }
  const fault = findYamlFault(document, MOST_VALUES);
  if (fault !== undefined) {
    const { range, message } = fault;
    throw configError(file, range ? counter.linePos(range[0]).line : undefined, message);
  }
  endWithFile(document, text);
  const read: unknown = document.toJS({ maxAliasCount: -1, mapAsMap: true });
  if (!holdsAtMost(MOST_VALUES, read)) {
    throw configError(
      file,
      undefined,
      `with its aliases written out it has more than ${MOST_VALUES} values; write out those that are meant`,
    );
  }
  const { values, forms } = plainValues(read);
  const noJson = findJsonFault(values);
  if (noJson !== undefined) {
    const { path, message } = noJson;
    const line = lines.get(String(path[0]));
    throw configError(file, line, `${formatPath(path)}: ${message}; put it in quotes`);
  }
  const config = z.record(z.string(), z.json()).parse(values);
  for (const name of Object.keys(config)) assertSpelling(file, lines.get(name), name);
  restoreExactForms(config, forms);
  return { values: config, lines };
}

/** Whether data written out has so many values at most; a few lines may stand for gigabytes. */
function holdsAtMost(most: number, data: unknown): boolean {
  const open = [data];
  let count = 0;
  for (let value = open.pop(); count <= most && value !== undefined; value = open.pop()) {
    count += 1;
    if (typeof value !== 'object' || value === null) continue;
    // A list is longer than the bound only in a file that is.
    const items = value instanceof Map ? value.values() : Object.values(value);
    for (const item of items) open.push(item ?? null);
  }
  return count <= most;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const known = unreadable(file, error);
    if (!(known instanceof Error)) throw error;
    throw new ConfigError(`--custom-config-path ${known.message}`, { cause: error });
  }
}

/** Keys are spelled as in Python: `max-turns` would be set and read by nobody. */
function assertSpelling(file: string, line: number | undefined, name: string): void {
  const python = name.replace(/^--/, '').replaceAll('-', '_');
  if (python === name || !(python in rolloutArgsSchema.shape)) return;
  throw configError(file, line, `${name}: write ${python}`);
}

function configError(file: string, line: number | undefined, message: string): ConfigError {
  const place = line === undefined ? file : `${file}:${line}`;
  return new ConfigError(`${place}: ${message}`, { data: { file, line: line ?? null } });
}
