import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { loadDataset, type Manifest } from 'slime-runtime/hosting';
import { createRolloutArgs } from 'slime-sdk';
import type { PackageAtHand } from './package-at-hand.ts';

/** A file of a package, and what names it. */
export interface NamedFile {
  /** Inside the package, with forward slashes. */
  path: string;
  /** `exports["."].types`, `slime.env`. */
  by: string;
}

/** Files that `main`, `types` and `exports` name; patterns name none by themselves. */
export function entryFiles({ json }: PackageAtHand): NamedFile[] {
  const named: NamedFile[] = [];
  for (const key of ['main', 'types'] as const) {
    const path = json[key];
    if (path !== undefined) named.push({ path: inside(path), by: key });
  }
  const exports: unknown = json.publishConfig?.exports ?? json.exports;
  for (const [path, by] of leaves(exports, 'exports')) {
    // A condition of our own workspace, which no user resolves.
    if (!path.includes('*') && !by.includes('slime-source')) named.push({ path: inside(path), by });
  }
  return named;
}

function* leaves(value: unknown, by: string): Generator<[path: string, by: string]> {
  if (typeof value === 'string') yield [value, by];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    yield* leaves(inner, Array.isArray(value) ? `${by}[${key}]` : `${by}["${key}"]`);
  }
}

/** Files that the manifest names: modules, data with its pictures, arguments. */
export async function manifestFiles(
  { folder, json }: PackageAtHand,
  manifest: Manifest,
): Promise<NamedFile[]> {
  const named: NamedFile[] = [];
  for (const key of ['env', 'reward', 'generate', 'policy'] as const) {
    const entry = manifest[key];
    if (entry !== undefined) named.push({ path: below(folder, entry.file), by: `slime.${key}` });
  }
  const slime: unknown = json['slime'];
  const args: unknown =
    typeof slime === 'object' && slime !== null ? Reflect.get(slime, 'args') : null;
  if (typeof args === 'string') named.push({ path: inside(args), by: 'slime.args' });
  if (manifest.data === undefined) return named;
  named.push({ path: below(folder, manifest.data.path), by: 'slime.data' });
  return [...named, ...(await pictures(folder, manifest))];
}

/** Pictures of the rows, by path. */
async function pictures(folder: string, manifest: Manifest): Promise<NamedFile[]> {
  const { path, input_key, label_key, metadata_key, tool_key, multimodal_keys } = manifest.data ?? {
    path: '',
  };
  const given = { input_key, label_key, metadata_key, tool_key, multimodal_keys };
  const keys = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const args = createRolloutArgs({ ...manifest.args, ...keys, prompt_data: path });
  const { rows } = await loadDataset(args);
  const images = rows
    .flatMap(({ prompt }) => (Array.isArray(prompt) ? prompt : []))
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .flatMap((part) => (part.type === 'image' && typeof part.image === 'string' ? part.image : []))
    .filter((image) => !image.startsWith('data:'));
  return [...new Set(images)].map((image) => ({
    path: below(folder, resolve(dirname(path), image)),
    by: 'slime.data, a picture of a row',
  }));
}

/** A path of package.json: `./dist/index.js`. */
function inside(path: string): string {
  return path.replace(/^\.\//, '');
}

function below(folder: string, file: string): string {
  const path = relative(folder, file);
  return isAbsolute(path) || path.startsWith('..') ? file : path.split(sep).join('/');
}

/** Where a file of a package lies. */
export function absolute({ folder }: PackageAtHand, { path }: NamedFile): string {
  return join(folder, path);
}
