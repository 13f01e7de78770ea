import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ownFolders } from 'slime-runtime/hosting';
import { satisfies, validRange } from 'semver';
import { z } from 'zod';
import { held, type PackageCheck, short } from './package-check.ts';

const versionSchema = z.looseObject({ version: z.string() });

/** The versions that a plugin meets here. */
export const peerRanges: PackageCheck = {
  id: 'package/peer-ranges',
  title:
    'the ranges of slime-sdk and zod take the versions at hand, and the SDK is installed with the package',
  why: 'A plugin of another SDK speaks another apiVersion, and a development dependency is not installed with the package: it is then found by chance, or not at all.',
  fix: 'Name slime-sdk (and zod, where it is used) under dependencies or peerDependencies, with a range of the version that it was built with.',
  source: 'slime-runtime README: An environment as a package',
  faults: [],
  requires: [],
  async examine({ at }) {
    const { dependencies, peerDependencies, devDependencies } = at.json;
    for (const [name, version] of await ownVersions()) {
      const range = peerDependencies[name] ?? dependencies[name];
      const both = name in peerDependencies && name in dependencies;
      if (both && dependencies[name] !== peerDependencies[name]) {
        return short(
          `${name} under dependencies or peerDependencies`,
          `${dependencies[name]} and ${peerDependencies[name]}`,
          'two copies of it may be installed',
        );
      }
      if (range === undefined) {
        if (name !== 'slime-sdk' || !(name in devDependencies)) continue;
        return short(
          'slime-sdk under dependencies or peerDependencies',
          'under devDependencies, which are not installed with the package',
        );
      }
      // pnpm writes the version in the place of its own protocols.
      if (/^(workspace|catalog):/.test(range)) continue;
      if (validRange(range) !== null && !satisfies(version, range, { includePrerelease: true })) {
        return short(`a range of ${name} that takes ${version}`, range);
      }
    }
    return held;
  },
};

async function ownVersions(): Promise<[name: string, version: string][]> {
  const [runtime, sdk] = ownFolders();
  const zod = createRequire(join(runtime, 'package.json')).resolve('zod/package.json');
  return [
    ['slime-sdk', await versionIn(join(sdk, 'package.json'))],
    ['zod', await versionIn(zod)],
  ];
}

async function versionIn(file: string): Promise<string> {
  return versionSchema.parse(JSON.parse(await readFile(file, 'utf8'))).version;
}
