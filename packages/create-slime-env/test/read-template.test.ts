import { describe, expect, it } from 'vitest';
import { KINDS } from '../src/kinds.ts';
import { type PackageFile, readTemplate } from '../src/read-template.ts';
import { z } from 'zod';

const VERSIONS = new Map([
  ['@changesets/cli', '2.0.1'],
  ['@types/node', '20.0.1'],
  ['slime-contracts', '^0.1.0'],
  ['slime-runtime', '^0.1.0'],
  ['slime-sdk', '^0.1.0'],
  ['tsup', '8.0.1'],
  ['typescript', '7.0.1'],
  ['vitest', '4.0.1'],
  ['zod', '^4.0.1'],
]);

const manifestSchema = z.object({
  name: z.string(),
  files: z.array(z.string()),
  scripts: z.record(z.string(), z.string()),
  slime: z.looseObject({ data: z.object({ path: z.string() }) }),
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

function textOf(files: readonly PackageFile[], path: string): string {
  const file = files.find((candidate) => candidate.path === path);
  if (file === undefined) throw new Error(`the template has no ${path}`);
  return file.text;
}

describe.each(KINDS)('the template of kind %s', async (kind) => {
  const files = await readTemplate({ kind, name: '@me/my-env', versions: VERSIONS });
  const manifest = manifestSchema.parse(JSON.parse(textOf(files, 'package.json')));

  it('names the package everywhere and leaves no placeholder', () => {
    expect(manifest.name).toBe('@me/my-env');
    expect(files.filter(({ text }) => /PACKAGE_[A-Z]+/.test(text))).toEqual([]);
    expect(textOf(files, 'README.md').startsWith('# @me/my-env\n')).toBe(true);
    expect(textOf(files, '.changeset/first-release.md')).toContain("'@me/my-env': minor");
  });

  it('installs what this package is tested with', () => {
    const installed = { ...manifest.dependencies, ...manifest.devDependencies };
    for (const [name, version] of Object.entries(installed)) {
      expect(`${name} ${version}`).toBe(`${name} ${VERSIONS.get(name)}`);
    }
    expect(Object.keys(manifest.dependencies)).toContain('slime-sdk');
  });

  it('has what a package needs, under the names that it must have', () => {
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['.gitignore', 'LICENSE', 'src/index.ts']));
    expect(paths).toEqual(
      expect.arrayContaining(['.github/workflows/release.yml', manifest.slime.data.path.slice(2)]),
    );
    expect(paths.filter((path) => /^_|about/.test(path))).toEqual([]);
    expect(manifest.files).toContain('data');
  });

  it('describes every script in its README', () => {
    const described = Object.keys(manifest.scripts).filter((name) => /^[a-z]+$/.test(name));
    const readme = textOf(files, 'README.md');
    for (const name of described.filter((script) => script !== 'prepack' && script !== 'release')) {
      expect(readme).toContain(name === 'test' ? '`npm test`' : `\`npm run ${name}\``);
    }
  });
});

it.each(['workspace:^', undefined])(
  'refuses to make a package that would install the version %s',
  async (version) => {
    const rest = [...VERSIONS].filter(([name]) => name !== 'slime-sdk');
    const versions = new Map(version === undefined ? rest : [...rest, ['slime-sdk', version]]);
    await expect(readTemplate({ kind: 'env', name: 'my-env', versions })).rejects.toThrow(
      'the template installs slime-sdk',
    );
  },
);
