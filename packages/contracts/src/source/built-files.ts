import { existsSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isNode, parseSyntax, type SyntaxNode, walkSyntax } from './syntax.ts';

/** A file of a plugin's own. */
export interface OwnFile {
  /** Absolute, without links, as V8 names it. */
  file: string;
  text: string;
  /** Null for JSON, and for code that cannot be parsed. */
  program: SyntaxNode | null;
}

const MOST_FILES = 500;
const MOST_BYTES = 8 * 1024 * 1024;
const READ = /\.(?:[cm]?js|json)$/;

/**
 * Reads the built JavaScript of a package, as far as relative imports lead inside it: the entry
 * first, then what is imported, nearest first. Other packages are left out, also those within its
 * folder, and so is each file that would make them more than 500 files or 8 MB.
 */
export async function readBuiltFiles(entry: string): Promise<OwnFile[]> {
  const first = await realpath(entry);
  const root = packageFolder(first);
  const files: OwnFile[] = [];
  const queue = [first];
  const seen = new Set(queue);
  let bytes = 0;
  for (const file of queue) {
    if (files.length === MOST_FILES) break;
    const { size } = await stat(file);
    // The entry itself is always read; what is too long is mostly data, and code may follow it.
    if (bytes + size > MOST_BYTES && files.length > 0) continue;
    bytes += size;
    const text = await readFile(file, 'utf8');
    const program = file.endsWith('.json') ? null : await parseScript(text);
    files.push({ file, text, program });
    for (const specifier of program === null ? [] : relativeImports(program)) {
      const found = await resolveInside(specifier, file, root);
      if (found === null || seen.has(found)) continue;
      seen.add(found);
      queue.push(found);
    }
  }
  return files;
}

async function parseScript(text: string): Promise<SyntaxNode | null> {
  try {
    return await parseSyntax(text, 'js');
  } catch {
    // The import of the plugin tells what is wrong with it.
    return null;
  }
}

/** The folder of the nearest `package.json`. */
function packageFolder(file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) {
    folder = dirname(folder);
  }
  return folder;
}

/** An import that stands in the code with its name; `require` resolves it in another way. */
interface RelativeImport {
  name: string;
  isRequired: boolean;
}

function relativeImports(program: SyntaxNode): RelativeImport[] {
  const found: RelativeImport[] = [];
  walkSyntax(program, (node) => {
    const isRequired = isRequireCall(node);
    const name = literalOf(isRequired ? firstArgument(node) : node['source']);
    if (name !== null && /^\.{1,2}\//.test(name)) found.push({ name, isRequired });
    return undefined;
  });
  return found;
}

function isRequireCall({ type, callee }: SyntaxNode): boolean {
  return type === 'CallExpression' && isNode(callee) && callee['name'] === 'require';
}

function firstArgument({ arguments: list }: SyntaxNode): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}

/** The text of a literal: the `source` of an import, an export or an `import()`. */
function literalOf(node: unknown): string | null {
  const value = isNode(node) && node.type === 'Literal' ? node['value'] : null;
  return typeof value === 'string' ? value : null;
}

/** The file that an import leads to; null outside of the package, and where there is none. */
async function resolveInside(
  { name, isRequired }: RelativeImport,
  from: string,
  root: string,
): Promise<string | null> {
  try {
    const path = isRequired
      ? createRequire(from).resolve(name)
      : fileURLToPath(new URL(name, pathToFileURL(from)));
    const file = await realpath(path);
    const isOwn = READ.test(file) && isInside(file, root);
    return isOwn && (await stat(file)).isFile() ? file : null;
  } catch {
    // It is missing: an optional one, or the import of the plugin tells.
    return null;
  }
}

function isInside(file: string, root: string): boolean {
  const path = relative(root, file);
  const [first] = path.split(sep);
  return first !== '..' && !isAbsolute(path) && !path.split(sep).includes('node_modules');
}
