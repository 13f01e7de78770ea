import { readFile } from 'node:fs/promises';

const FILE = new URL('../package.json', import.meta.url);

/** What this package says of itself. */
export interface OwnPackage {
  version: string;
  /** Versions that a new package installs, by name: this package is tested with them. */
  versions: ReadonlyMap<string, string>;
}

/**
 * Reads this package's own `package.json`, whose `devDependencies` are what the template installs:
 * packing writes real versions there.
 *
 * @throws TypeError when it is not as it was published.
 */
export async function readOwnPackage(): Promise<OwnPackage> {
  const json: unknown = JSON.parse(await readFile(FILE, 'utf8'));
  if (
    !isObject(json) ||
    typeof json['version'] !== 'string' ||
    !isObject(json['devDependencies'])
  ) {
    throw new TypeError(`${FILE.pathname} has no version or no devDependencies`);
  }
  const versions = new Map<string, string>();
  for (const [name, version] of Object.entries(json['devDependencies'])) {
    versions.set(name, String(version));
  }
  return { version: json['version'], versions };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
