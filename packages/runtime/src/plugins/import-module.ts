import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PluginError } from 'slime-sdk';
import { describeThrown, originOf } from './describe-thrown.ts';

/** A plugin's module, read and not yet run; plain data. */
export interface PreparedModule {
  /** The user's file, absolute. */
  file: string;
  /** One ES module that holds the user's own files; null: import the file as it stands. */
  code: string | null;
  sha256: string;
}

/** What a module exports. */
export type ModuleExports = Readonly<Record<string, unknown>>;

/**
 * Runs a module and gives its exports. Bundled code is written beside the user's file for the
 * time of the import, so that computed imports start where they did; into the folder for temporary
 * files when that cannot be written.
 *
 * @throws PluginError with the message, file and line of what the module threw.
 */
export async function importModule(
  prepared: PreparedModule,
  id: string = randomUUID(),
): Promise<ModuleExports> {
  if (prepared.code === null) return run(prepared.file, prepared.file);
  // Errors then name the user's lines. Affects the whole process, and only error stacks.
  process.setSourceMapsEnabled(true);
  const out = await writeBundle(prepared.file, prepared.code, id);
  try {
    return unwrapCommonJs(await run(out, prepared.file));
  } finally {
    await rm(out, { force: true });
  }
}

/** Where {@link importModule} may write for the time of an import. */
export function bundlePaths(file: string, id: string): [beside: string, temporary: string] {
  const name = `.${basename(file)}.${id}.mjs`;
  return [join(dirname(file), name), join(tmpdir(), name)];
}

async function writeBundle(file: string, code: string, id: string): Promise<string> {
  const [beside, temporary] = bundlePaths(file, id);
  try {
    await writeFile(beside, code, { flag: 'wx' });
    return beside;
  } catch (first) {
    try {
      await writeFile(temporary, code, { flag: 'wx', mode: 0o600 });
      return temporary;
    } catch (second) {
      throw new PluginError(
        `cannot write a file to load ${file}: ${describeThrown(first)}; ${describeThrown(second)}`,
        { cause: second, data: { file } },
      );
    }
  }
}

async function run(path: string, file: string): Promise<ModuleExports> {
  try {
    const module: unknown = await import(pathToFileURL(path).href);
    return { ...(module as ModuleExports) };
  } catch (cause) {
    const text = describeThrown(cause).replaceAll(path, file);
    const missing = /Cannot find package '([^']+)'/.exec(text)?.[1];
    const origin = originOf(cause);
    throw new PluginError(
      missing === undefined
        ? `${file} failed while it was loaded: it ${text}${origin === null ? '' : ` (${origin})`}`
        : `${file} needs the package "${missing}", which is not installed: run \`npm install ${missing}\``,
      { cause, data: { file } },
    );
  }
}

/** A CommonJS file, once bundled, has its `module.exports` as the only export. */
function unwrapCommonJs(exports: ModuleExports): ModuleExports {
  const { default: whole, ...named } = exports;
  if (Object.keys(named).length > 0 || typeof whole !== 'object' || whole === null) return exports;
  if (Object.getOwnPropertySymbols(whole).length > 0) return exports;
  return { default: whole, ...whole };
}
