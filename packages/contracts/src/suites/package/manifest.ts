import { existsSync } from 'node:fs';
import { manifestOf } from 'slime-runtime/hosting';
import { isSlimeError } from 'slime-sdk';
import { absolute, manifestFiles } from './named-files.ts';
import { held, type PackageCheck, short } from './package-check.ts';

const PLUGINS = ['env', 'reward', 'generate', 'policy'] as const;

/** The base of the suite: what the package says that it has. */
export const manifest: PackageCheck = {
  id: 'package/manifest',
  title:
    'package.json has a name, a version and a "slime" key whose files are there and can be read',
  why: 'Flags name a plugin by its package, and the manifest leads from there to module, export and data: a wrong path is found by the user who installs it.',
  fix: 'Build the package, and name what it has: "slime": { "env": "./dist/index.js#env", "data": "./data/rows.jsonl" }.',
  source: 'slime-runtime README: An environment as a package',
  faults: ['B016'],
  requires: [],
  async examine({ at }) {
    const { name, version } = at.json;
    if (name === undefined || version === undefined || at.found === null) {
      return short('a name and a version in package.json', `name ${name}, version ${version}`);
    }
    try {
      const read = await manifestOf(at.found);
      if (read === null) return short('a key "slime" in package.json', 'none');
      if (PLUGINS.every((key) => read[key] === undefined)) {
        return short(`one of ${PLUGINS.join(', ')} under "slime"`, 'none of them');
      }
      const missing = (await manifestFiles(at, read)).find(
        (file) => !existsSync(absolute(at, file)),
      );
      return missing === undefined
        ? held
        : short(`${missing.path}, named by ${missing.by}`, 'no such file');
    } catch (error) {
      if (!isSlimeError(error)) throw error;
      return short('a manifest that can be read, with all that it names', error.message);
    }
  },
};

/** No script of it runs when it is installed. */
export const noInstallScript: PackageCheck = {
  id: 'package/no-install-script',
  title: 'no script runs when the package is installed',
  why: 'Installing an environment must not run its code: package managers refuse such scripts by now, and a package that needs one does not work there.',
  fix: 'Ship what a script would make: compiled files and data. Leave out preinstall, install and postinstall, and binding.gyp.',
  source: 'npm: scripts, life cycle of npm install',
  faults: [],
  requires: [],
  async examine({ at, packed }) {
    const script = ['preinstall', 'install', 'postinstall'].find((key) => key in at.json.scripts);
    if (script !== undefined) {
      return short('no install script', `scripts.${script}: ${at.json.scripts[script]}`);
    }
    // npm builds it without being told.
    return (await packed()).has('binding.gyp') ? short('no install script', 'binding.gyp') : held;
  },
};

/** Others may use it. */
export const license: PackageCheck = {
  id: 'package/license',
  title: 'package.json names a license',
  why: 'Without a license nobody else may use the package, and companies refuse to install it.',
  fix: 'Set "license" to an SPDX name, such as Apache-2.0, and add the text as LICENSE.',
  source: 'npm: package.json, license',
  faults: [],
  requires: [],
  async examine({ at }) {
    const { license: name = '' } = at.json;
    if (name === '' || name === 'UNLICENSED') {
      return short('the name of a license', name === '' ? 'none' : name);
    }
    return held;
  },
};
