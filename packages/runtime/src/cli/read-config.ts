import { readFile } from 'node:fs/promises';
import {
  ConfigError,
  findJsonFault,
  formatPath,
  type JsonObject,
  restoreExactForms,
  rolloutArgsSchema,
} from 'slime-sdk';
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
} from 'yaml';
import { z } from 'zod';
import { unreadable } from '../rollout/data/read-lines.ts';
import { pythonScalars } from './yaml-scalars.ts';
import { plainValues } from './yaml-values.ts';

/** The keys of a configuration file, and the line that each stands on. */
export interface ConfigFile {
  values: JsonObject;
  lines: ReadonlyMap<string, number>;
}

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
  const document = parseDocument(await readText(file), {
    version: '1.1',
    lineCounter: counter,
    customTags: pythonScalars,
  });
  const [error] = document.errors;
  if (error !== undefined) {
    throw configError(file, error.linePos?.[0].line, error.message.split(' at line ')[0] ?? '');
  }
  if (document.contents === null) return { values: {}, lines: new Map() };
  if (!isMap(document.contents)) {
    throw configError(file, 1, 'the file must be a mapping of keys to values');
  }
  const lines = new Map<string, number>();
  for (const { key } of document.contents.items) {
    const line = isScalar(key) && key.range ? counter.linePos(key.range[0]).line : undefined;
    const name = isScalar(key) ? key.value : undefined;
    if (typeof name !== 'string') throw configError(file, line, 'a key must be a string');
    assertSpelling(file, line, name);
    if (line !== undefined) lines.set(name, line);
  }
  refuseUnknownAlias(file, document, counter);
  refuseKeysOfParts(file, document, counter);
  const read: unknown = document.toJS({ maxAliasCount: -1, mapAsMap: true });
  if (!holdsAtMost(MOST_VALUES, read)) {
    throw configError(
      file,
      undefined,
      `with its aliases written out it has more than ${MOST_VALUES} values; write out those that are meant`,
    );
  }
  const { values, forms } = plainValues(read);
  const fault = findJsonFault(values);
  if (fault !== undefined) {
    const line = lines.get(String(fault.path[0]));
    throw configError(file, line, `${formatPath(fault.path)}: ${fault.message}; put it in quotes`);
  }
  const config = z.record(z.string(), z.json()).parse(values);
  restoreExactForms(config, forms);
  return { values: config, lines };
}

/** The parser takes them, and says no line when they are looked up. */
function refuseUnknownAlias(file: string, document: Document, counter: LineCounter): void {
  const anchors = new Set<string>();
  visit(document, {
    // In the order of the file: an anchor stands before its aliases.
    Alias: (_, { source, range }) => {
      if (anchors.has(source)) return;
      const line = range ? counter.linePos(range[0]).line : undefined;
      throw configError(file, line, `*${source} is an alias of nothing: no &${source} before it`);
    },
    Value: (_, { anchor }) => {
      if (anchor !== undefined) anchors.add(anchor);
    },
  });
}

/** A list or a mapping is a key to YAML; Python refuses it. */
function refuseKeysOfParts(file: string, document: Document, counter: LineCounter): void {
  visit(document, {
    Pair: (_, { key }) => {
      const named = isAlias(key) ? key.resolve(document) : key;
      if (!isCollection(named)) return;
      const line = isNode(key) && key.range ? counter.linePos(key.range[0]).line : undefined;
      throw configError(file, line, 'a key must be a string');
    },
  });
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
