import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { PluginReport } from '../../../src/report/report.ts';
import {
  checkPackage,
  manifestOfPackage,
  packageChecks,
  pluginsOfPackage,
} from '../../../src/suites/package/index.ts';
import { SPECIMENS } from '../run-specimen.ts';

// Each asks npm once what it would pack.
vi.setConfig({ testTimeout: 120_000 });

const ids = packageChecks.map(({ id }) => id);

describe('the checks of packages', () => {
  it('have a pair of folders each', async () => {
    const table: unknown = JSON.parse(
      await readFile(join(SPECIMENS, 'package', 'index.json'), 'utf8'),
    );
    expect(Object.keys(Object(table)).toSorted()).toEqual(ids.toSorted());
    const folders = await readdir(join(SPECIMENS, 'package'));
    expect(
      folders.filter((name) => name !== 'index.json').map((name) => `package/${name}`),
    ).toEqual(ids.toSorted());
  });

  it.each(ids)('%s falls short of its broken package alone', async (id) => {
    const report = await checkPackage(join(SPECIMENS, id, 'broken'), { cwd: SPECIMENS });
    expect(fallen(report)).toEqual([id]);
    expect(report.checks.find((check) => check.id === id)?.failure).toMatchObject({
      command: expect.stringContaining('npx slime-contracts '),
    });
  });

  it('hold for a correct one, and leave nothing behind', async () => {
    const home = await mkdtemp(join(tmpdir(), 'slime-contracts-test-'));
    vi.stubEnv('TMPDIR', home);
    try {
      const report = await checkPackage('./correct', { cwd: join(SPECIMENS, 'package', 'types') });
      expect(report.checks.map(({ id, outcome }) => ({ id, outcome }))).toEqual(
        ids.map((id) => ({ id, outcome: 'held' })),
      );
      expect(await readdir(home)).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
      await rm(home, { recursive: true });
    }
  });

  it('throw for a package that is not there, by name or folder', async () => {
    await expect(checkPackage('slime-env-nowhere', { cwd: SPECIMENS })).rejects.toThrow(
      'cannot find the package "slime-env-nowhere"',
    );
    await expect(checkPackage('./nowhere', { cwd: SPECIMENS })).rejects.toThrow('nowhere');
  });
});

describe('the plugins of a package', () => {
  const folder = join(SPECIMENS, 'package', 'tarball', 'correct');

  it('are named by the package where its name leads to it', async () => {
    expect(await pluginsOfPackage('.', folder)).toEqual([{ kind: 'rm', spec: 'slime-env-sums' }]);
  });

  it('are named by file and export elsewhere', async () => {
    expect(await pluginsOfPackage(folder, tmpdir())).toEqual([
      { kind: 'rm', spec: `${join(folder, 'lib', 'index.js')}#sums` },
    ]);
  });

  it('are none where the manifest is wrong, which its own check tells', async () => {
    const broken = join(SPECIMENS, 'package', 'manifest', 'broken');
    expect(await pluginsOfPackage(broken, tmpdir())).toEqual([]);
  });

  it('come with the arguments of the manifest', async () => {
    const manifest = await manifestOfPackage(folder, tmpdir());
    expect(manifest?.data).toEqual({
      path: join(folder, 'data', 'rows.jsonl'),
      label_key: 'label',
    });
  });
});

function fallen({ checks }: PluginReport): string[] {
  return checks.filter(({ outcome }) => outcome === 'fell_short').map(({ id }) => id);
}
