import { manifestOf } from 'slime-runtime/hosting';
import { entryFiles, manifestFiles, type NamedFile } from './named-files.ts';
import {
  held,
  type PackageCheck,
  type PackageContext,
  type PackageFinding,
  short,
} from './package-check.ts';

/** What is named is packed. */
export const tarball: PackageCheck = {
  id: 'package/tarball',
  title:
    'the packed tarball holds every file that manifest and exports name, data and pictures too',
  why: 'A package works from its folder and not from its tarball where "files" leaves something out: the user who installs it is the first to see.',
  fix: 'List the folders under "files": ["dist", "data"].',
  source: 'npm: package.json, files',
  faults: [],
  requires: ['package/manifest'],
  async examine(context) {
    const { at } = context;
    const manifest = at.found === null ? null : await manifestOf(at.found);
    const named = [
      ...entryFiles(at).filter((file) => !isDeclaration(file)),
      ...(manifest === null ? [] : await manifestFiles(at, manifest)),
    ];
    return expectPacked(context, named);
  },
};

/** Declarations are where the compiler looks. */
export const types: PackageCheck = {
  id: 'package/types',
  title: 'declarations are packed where package.json names them',
  why: 'Where types are named and missing, TypeScript takes every import from the package for any, or fails to compile.',
  fix: 'Emit declarations (tsc --declaration), and pack them; "types" stands before "default" in exports.',
  source: 'TypeScript: resolution of package.json exports',
  faults: [],
  requires: ['package/manifest'],
  async examine(context) {
    const named = entryFiles(context.at).filter(isDeclaration);
    if (named.length === 0) return { outcome: 'not_applicable', needs: 'types in package.json' };
    return expectPacked(context, named);
  },
};

function isDeclaration({ by }: NamedFile): boolean {
  return by === 'types' || by.includes('"types"');
}

async function expectPacked(
  { packed }: PackageContext,
  named: readonly NamedFile[],
): Promise<PackageFinding> {
  const files = await packed();
  const missing = named.filter(({ path }) => !files.has(path));
  const [first] = missing;
  if (first === undefined) return held;
  const more = missing.length > 1 ? `${missing.length} files are not packed` : undefined;
  return short(`${first.path}, named by ${first.by}, in the tarball`, 'it is not packed', more);
}
