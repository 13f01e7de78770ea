import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import {
  exactForms,
  formatPath,
  type JsonObject,
  parseExactJson,
  PluginError,
  restoreExactForms,
  rolloutArgsSchema,
} from 'slime-sdk';
import { z } from 'zod';
import { findPackage, type FoundPackage, resolveInPackage, subpathOf } from './find-package.ts';

const insidePath = z
  .string()
  .regex(/^\.\/.|^\.$/, 'must be a path inside the package that starts with ./');
const dataKeys = {
  input_key: rolloutArgsSchema.shape.input_key.unwrap().optional(),
  label_key: z.string().optional(),
  metadata_key: rolloutArgsSchema.shape.metadata_key.unwrap().optional(),
  tool_key: rolloutArgsSchema.shape.tool_key.unwrap().optional(),
  multimodal_keys: z.record(z.string(), z.string()).optional(),
};
const argsSchema = z.record(z.string(), z.json()).superRefine((args, context) => {
  for (const [key, value] of Object.entries(args)) {
    const flag = Object.entries(rolloutArgsSchema.shape).find(([name]) => name === key)?.[1];
    for (const issue of flag?.safeParse(value).error?.issues ?? []) {
      context.addIssue({ code: 'custom', message: issue.message, path: [key, ...issue.path] });
    }
  }
});
const manifestSchema = z.strictObject({
  env: insidePath.optional(),
  reward: insidePath.optional(),
  generate: insidePath.optional(),
  policy: insidePath.optional(),
  data: z.union([insidePath, z.strictObject({ path: insidePath, ...dataKeys })]).optional(),
  args: z.union([insidePath, argsSchema]).optional(),
});

/** A module of a manifest: an absolute file, and the export where the manifest names one. */
export interface ManifestModule {
  file: string;
  exportName: string | null;
}

/** The data set of a manifest: an absolute path, and the keys that go with it. */
export interface ManifestData {
  path: string;
  input_key?: string | undefined;
  label_key?: string | undefined;
  metadata_key?: string | undefined;
  tool_key?: string | undefined;
  multimodal_keys?: Record<string, string> | undefined;
}

/** The `"slime"` key of a package's `package.json`, every path absolute. */
export interface Manifest {
  packageName: string;
  version: string;
  env?: ManifestModule;
  reward?: ManifestModule;
  generate?: ManifestModule;
  policy?: ManifestModule;
  data?: ManifestData;
  /** Default rollout arguments and configuration keys; the user's own go before them. */
  args?: JsonObject;
}

/**
 * Reads the manifest of an installed package: found from `cwd` first, then from our own
 * installation. Null when its `package.json` has no `"slime"` key.
 *
 * @throws PluginError when the package is not installed or the manifest is wrong; the message
 * names file and JSON path.
 */
export async function readManifest(
  packageName: string,
  cwd: string = process.cwd(),
): Promise<Manifest | null> {
  return manifestOf(await findPackage(packageName, cwd));
}

/** The same for a package that is already found. */
export async function manifestOf(found: FoundPackage): Promise<Manifest | null> {
  const raw = found.json['slime'];
  if (raw === undefined) return null;
  const slime = parseOrThrow(manifestSchema, raw, found.jsonFile, ['slime']);
  const manifest: Manifest = { packageName: found.name, version: found.json.version };
  for (const kind of ['env', 'reward', 'generate', 'policy'] as const) {
    const path = slime[kind];
    if (path !== undefined) manifest[kind] = moduleOf(found, kind, path);
  }
  if (slime.data !== undefined) {
    const data = typeof slime.data === 'string' ? { path: slime.data } : slime.data;
    manifest.data = { ...data, path: fileOf(found, ['data'], data.path) };
  }
  if (slime.args !== undefined) manifest.args = await argsOf(found, slime.args);
  return manifest;
}

function moduleOf(found: FoundPackage, kind: string, entry: string): ManifestModule {
  const [path = '', exportName = null] = entry.split('#', 2);
  // What `exports` leads to is resolved as Node.js would, conditions included.
  const subpath = subpathOf(found.json.exports, path);
  if (subpath === null) return { file: fileOf(found, [kind], path), exportName };
  return {
    file: resolveInPackage(found, subpath === '.' ? null : subpath.slice(2)),
    exportName,
  };
}

function fileOf(found: FoundPackage, key: readonly string[], path: string): string {
  const file = join(found.folder, path);
  const inside = relative(found.folder, file);
  if (inside.startsWith('..') || isAbsolute(inside)) {
    throw wrong(found.jsonFile, ['slime', ...key], `"${path}" leaves the package`);
  }
  if (!existsSync(file)) throw wrong(found.jsonFile, ['slime', ...key], `${file} does not exist`);
  return file;
}

async function argsOf(found: FoundPackage, args: string | JsonObject): Promise<JsonObject> {
  if (typeof args !== 'string') return args;
  const file = fileOf(found, ['args'], args);
  return parseOrThrow(argsSchema, parseJson(await readFile(file, 'utf8'), file), file, []);
}

function parseJson(text: string, file: string): unknown {
  try {
    return parseExactJson(text);
  } catch (cause) {
    throw new PluginError(`${file} is no JSON: ${String(cause)}`, { cause, data: { file } });
  }
}

function parseOrThrow<T>(schema: z.ZodType<T>, value: unknown, file: string, at: string[]): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    restoreExactForms(parsed.data, exactForms(value));
    return parsed.data;
  }
  const [issue] = parsed.error.issues.flatMap(innermost);
  throw wrong(file, [...at, ...(issue?.path ?? [])], issue?.message ?? 'is wrong');
}

/** Of a failed union, the issues of the branch that got furthest. */
function innermost(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string }[] {
  if (issue.code !== 'invalid_union') return [issue];
  const branches = issue.errors.map((errors) => errors.flatMap(innermost));
  const depth = (branch: { path: PropertyKey[] }[]) => branch[0]?.path.length ?? 0;
  const best = branches.toSorted((a, b) => depth(b) - depth(a))[0] ?? [];
  return best.map(({ path, message }) => ({ path: [...issue.path, ...path], message }));
}

function wrong(file: string, path: readonly PropertyKey[], message: string): PluginError {
  const at = formatPath(path);
  return new PluginError(`${file}: ${at}: ${message}`, { data: { file, path: at } });
}
