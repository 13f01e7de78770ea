import { manifestOf } from 'slime-runtime/hosting';
import { PluginError } from 'slime-sdk';
import { importAlone } from './import-alone.ts';
import { held, type PackageCheck, short } from './package-check.ts';
import { layOut } from './lay-out.ts';

/** What is packed is enough. */
export const loadsAlone: PackageCheck = {
  id: 'package/loads-alone',
  title:
    'the packed files load on their own, with the declared dependencies, and export what the manifest names',
  why: 'A module that imports a file that is not packed, or a package that is a dependency of something else, works for its author alone.',
  fix: 'Pack what is imported ("files"), and list every imported package under dependencies or peerDependencies.',
  source: 'slime-runtime README: An environment as a package',
  faults: ['A127', 'B016'],
  requires: ['package/manifest', 'package/tarball'],
  async examine({ at, packed }) {
    const manifest = at.found === null ? null : await manifestOf(at.found);
    if (manifest === null) return { outcome: 'not_applicable', needs: 'a manifest' };
    const copy = await layOut(at, await packed());
    try {
      for (const key of ['env', 'reward', 'generate', 'policy'] as const) {
        const entry = manifest[key];
        if (entry === undefined) continue;
        const exports = await importAlone(copy.fileOf(entry.file));
        const { exportName } = entry;
        if (exportName === null || exports.includes(exportName)) continue;
        return short(
          `export "${exportName}" of slime.${key}`,
          exports.length === 0 ? 'the module exports nothing' : `it exports ${exports.join(', ')}`,
        );
      }
      return held;
    } catch (error) {
      if (!(error instanceof PluginError)) throw error;
      return short(
        'the module loads where nothing but the packed files and the dependencies is',
        error.message.replaceAll(copy.folder, at.json.name ?? '.'),
      );
    } finally {
      await copy.remove();
    }
  },
};
