import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { PLUGIN_KINDS, type PluginKind } from '../../src/plugin-kinds.ts';
import { SUITES } from '../../src/suites/index.ts';
import { flagged, readSpecimen, runSpecimen, SPECIMENS } from './run-specimen.ts';

/** Tests that each check of a kind tells its broken specimen from its correct one. */
export function describeSpecimens(kind: PluginKind): void {
  vi.setConfig({ testTimeout: 120_000 });
  const { suite } = PLUGIN_KINDS[kind];
  const folder = join(SPECIMENS, suite);
  const names = readdirSync(folder).map((name) => name.replace(/\.ts$/, ''));
  describe(`the checks of ${suite}`, () => {
    it('have a specimen each', async () => {
      const ids = (await SUITES[kind]()).checks.map(({ id }) => id);
      expect(names.map((name) => `${suite}/${name}`).toSorted()).toEqual(ids.toSorted());
    });
    it.each(names)('%s fails its broken plugin alone', async (name) => {
      const id = `${suite}/${name}`;
      const file = join(folder, `${name}.ts`);
      const results = await runSpecimen(file, '#broken');
      const { alsoFires = [] } = await readSpecimen(file);
      expect(results.get(id)).toMatchObject({ outcome: 'fell_short' });
      expect(
        flagged(results).filter((other) => other !== id && !alsoFires.includes(other)),
      ).toEqual([]);
    });
  });
  it.each(names)(`no check of ${suite} flags the correct plugin of %s`, async (name) => {
    const results = await runSpecimen(join(folder, `${name}.ts`), '#correct', { runs: 50 });
    expect(flagged(results)).toEqual([]);
  });
}
