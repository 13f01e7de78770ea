import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { moduleResolve } from 'import-meta-resolve';
import type { Plugin } from 'rolldown';
import { PluginError } from 'slime-sdk';
import { z } from 'zod';
import { IMPORT_CONDITIONS } from './own-files.ts';

const IN_NODE_MODULES = /[\\/]node_modules[\\/]/;
const TYPESCRIPT = /\.[cm]?ts$/;
const SCRIPT = /\.[cm]?[jt]sx?$/;
/** Packages of ours that a user's file may import without having installed them. */
const OURS = /^(slime-sdk|zod)(\/|$)/;

const META_NAMES = {
  'import.meta.url': '__slimeUrl',
  'import.meta.filename': '__slimeFile',
  'import.meta.dirname': '__slimeDir',
  __filename: '__slimeFile',
  __dirname: '__slimeDir',
};

/** A user's module as one ES module, ready to import on any supported Node.js. */
export interface ModuleBundle {
  /** The file that was bundled, absolute. */
  file: string;
  code: string;
  /** SHA-256 over the user's own files: equal on two machines when these files are. */
  sha256: string;
}

/**
 * Bundles a user's own files into one ES module. Packages stay outside, named by the URL that
 * Node.js would give them, so that the user's code and ours share one copy of each.
 *
 * @throws PluginError on a syntax error or on an import that leads nowhere, with file and line.
 */
export async function bundleModule(file: string): Promise<ModuleBundle> {
  const { rolldown } = await import('rolldown');
  const root = dirname(file);
  const own = new OwnFiles(root);
  try {
    const build = await rolldown({
      input: file,
      cwd: root,
      platform: 'node',
      tsconfig: true,
      logLevel: 'silent',
      // A linked package (workspace, npm link) must still look like a package.
      resolve: { symlinks: false },
      // Node.js runs every module that is imported, whatever a package.json says of side effects.
      treeshake: { moduleSideEffects: (id) => (own.excludes(id) ? undefined : true) },
      transform: { target: `node${process.versions.node}`, define: META_NAMES },
      plugins: [packagesStayOutside(own), originalMeta(own)],
    });
    try {
      const { output } = await build.generate({
        format: 'esm',
        codeSplitting: false,
        sourcemap: 'inline',
        dir: root,
        // Absolute, so that stack traces are right wherever the bundle is written.
        sourcemapPathTransform: (source) => resolve(root, source),
      });
      return { file, code: withRequireOf(file, output[0].code), sha256: own.sha256() };
    } finally {
      await build.close();
    }
  } catch (error) {
    throw bundleError(file, error);
  }
}

/** The sources of a bundle that are the user's, not a package's. */
class OwnFiles {
  readonly #root: string;
  readonly #sources = new Map<string, string>();
  readonly #foreign = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Marks a file as a package's. */
  exclude(id: string): void {
    this.#foreign.add(id);
  }

  excludes(id: string): boolean {
    return this.#foreign.has(id);
  }

  add(id: string, source: string): void {
    if (!this.excludes(id)) {
      this.#sources.set(relative(this.#root, id).replaceAll('\\', '/'), source);
    }
  }

  /** Over names and texts, whatever the order in which they were read. */
  sha256(): string {
    const hash = createHash('sha256');
    for (const name of [...this.#sources.keys()].sort()) {
      hash.update(JSON.stringify([name, this.#sources.get(name)]));
    }
    return hash.digest('hex');
  }
}

/** What the bundler makes of a `require` that the user did not declare. */
const BUNDLED_REQUIRE = /(\(\(\) => createRequire(?:\$\d+)?)\(import\.meta\.url\)\)\(\)/g;

/** Lets `require` start at the user's file, wherever the bundle is written. */
function withRequireOf(file: string, code: string): string {
  const url = JSON.stringify(pathToFileURL(file).href);
  return code.replaceAll(BUNDLED_REQUIRE, (_, create: string) => `${create}(${url}))()`);
}

/** Leaves packages to Node.js and bundles the rest, which are the user's own files. */
function packagesStayOutside(own: OwnFiles): Plugin {
  return {
    name: 'packages-stay-outside',
    async resolveId(source, importer, { kind }) {
      if (importer === undefined || importer.startsWith('\0')) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      if (source.startsWith('.') || isAbsolute(source)) {
        if (found !== null && own.excludes(importer)) own.exclude(found.id);
        return found;
      }
      // A bare name that does not lead into node_modules is a tsconfig path: the user's own file.
      if (found !== null && !found.external && !IN_NODE_MODULES.test(found.id)) return found;
      if (kind === 'require-call') return { id: requiredPath(source, importer), external: true };
      const url = importedUrl(source, importer);
      if (url !== null) {
        // Node.js imports no TypeScript out of packages; such a package is bundled.
        const path = url.protocol === 'file:' ? fileURLToPath(url) : '';
        if (!TYPESCRIPT.test(path)) return { id: url.href, external: true };
        own.exclude(path);
        return { id: path };
      }
      // `await import('optional')` may fail when it runs; a static import cannot.
      if (kind === 'dynamic-import') return { id: source, external: true };
      throw new PluginError(missingPackage(source, importer));
    },
  };
}

function importedUrl(source: string, importer: string): URL | null {
  const parents = [pathToFileURL(importer).href, ...(OURS.test(source) ? [import.meta.url] : [])];
  for (const parent of parents) {
    try {
      return moduleResolve(source, new URL(parent), new Set(IMPORT_CONDITIONS));
    } catch (error) {
      if (!isNotFound(error)) throw unusablePackage(source, importer, error);
    }
  }
  return null;
}

function requiredPath(source: string, importer: string): string {
  try {
    return createRequire(importer).resolve(source);
  } catch (error) {
    // Like an optional import: a `require` in a `try` may fail when it runs.
    if (isNotFound(error)) return source;
    throw unusablePackage(source, importer, error);
  }
}

function isNotFound(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}

function missingPackage(source: string, importer: string): string {
  const name = /^(@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? source;
  return (
    `${importer} imports "${source}", which cannot be found from ${dirname(importer)}: ` +
    `run \`npm install ${name}\` there`
  );
}

function unusablePackage(source: string, importer: string, cause: unknown): PluginError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new PluginError(`${importer} imports "${source}": ${reason}`, { cause });
}

/** Gives each bundled file the `import.meta` values that it had before, and reports its source. */
function originalMeta(own: OwnFiles): Plugin {
  return {
    name: 'original-meta',
    transform(source, id) {
      if (id.startsWith('\0')) return null;
      own.add(id, source);
      if (!SCRIPT.test(id)) return null;
      const head =
        `const __slimeUrl=${JSON.stringify(pathToFileURL(id).href)},` +
        `__slimeFile=${JSON.stringify(id)},__slimeDir=${JSON.stringify(dirname(id))};`;
      // One line, so that line numbers in stack traces stay the user's own.
      return { code: head + source.replace(/^#!/, '//'), map: null };
    },
  };
}

/** Makes one plain error of what a build collected. */
function bundleError(file: string, error: unknown): PluginError {
  const errors = error instanceof Error && 'errors' in error ? error.errors : undefined;
  const first: unknown = Array.isArray(errors) ? errors[0] : error;
  const text = first instanceof Error ? first.message : String(first);
  const at = locate(first);
  return new PluginError(
    at === null ? `cannot load ${file}: ${text}` : `cannot read ${at}: ${headline(text)}`,
    { cause: error, data: { file } },
  );
}

function locate(error: unknown): string | null {
  const loc = z.object({ loc: z.object({ file: z.string(), line: z.int() }) }).safeParse(error)
    .data?.loc;
  return loc === undefined ? null : `${loc.file}:${loc.line}`;
}

/** The bundler's `[PARSE_ERROR] Unexpected token` and a drawing, as one sentence. */
function headline(text: string): string {
  const [first = ''] = stripVTControlCharacters(text).split('\n', 1);
  return first.replace(/^\[\w+\]\s*/, '');
}
