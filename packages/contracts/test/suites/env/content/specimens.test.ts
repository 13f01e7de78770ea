import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentChecks } from '../../../../src/suites/env/content/index.ts';
import { flagged, readSpecimen, runSpecimen, SPECIMENS } from '../../run-specimen.ts';

const IDS = contentChecks.map(({ id }) => id);
const CORRECT = join(import.meta.dirname, 'correct');
const TIME = 120_000;

/** The rows of the catalogue whose environments these checks are to catch. */
const FAULTS = readdirSync(join(SPECIMENS, 'faults'))
  .map((name) => join(SPECIMENS, 'faults', name))
  .filter((file) => IDS.some((id) => readFileSync(file, 'utf8').includes(`check: '${id}'`)));

describe('checks of what environments say', () => {
  it.each(IDS)('%s rejects the broken environment', { timeout: TIME }, async (id) => {
    const file = join(SPECIMENS, `${id}.ts`);
    const results = await runSpecimen(file, '#broken', { only: [id] });
    expect(flagged(results)).toEqual([id]);
  });

  it.each(IDS)('pass the correct environment of %s', { timeout: TIME }, async (id) => {
    const file = join(SPECIMENS, `${id}.ts`);
    expect(flagged(await runSpecimen(file, '#correct', { only: [id] }))).toEqual([]);
  });

  it.each(FAULTS.map((file) => [basename(file, '.ts'), file] as const))(
    'catch the fault %s, and let pass what is without it',
    { timeout: TIME },
    async (row, file) => {
      const { fault } = await readSpecimen(file);
      expect(fault?.row).toBe(row);
      const only = [fault?.check ?? ''];
      expect(flagged(await runSpecimen(file, '#broken', { only }))).toEqual(only);
      expect(flagged(await runSpecimen(file, '#correct', { only }))).toEqual([]);
    },
  );

  it.each(readdirSync(CORRECT))(
    'pass an environment of another style: %s',
    { timeout: TIME },
    async (name) => {
      const file = join(CORRECT, name);
      expect(flagged(await runSpecimen(file, '#correct', { only: IDS, runs: 40 }))).toEqual([]);
    },
  );

  it('are about as many faults of the catalogue as there are', () => {
    expect(FAULTS.length).toBeGreaterThan(28);
  });
});
