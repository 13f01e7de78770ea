import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { contentChecks } from '../../../../src/suites/env/content/index.ts';
import { flagged, readSpecimen, runSpecimen, SPECIMENS } from '../../run-specimen.ts';
import { runEnv } from '../run-env.ts';

vi.setConfig({ testTimeout: 1_200_000 });

const isFull = process.env['SLIME_TEST_TIER'] === 'full';
const SEEDS = Array.from({ length: isFull ? 20 : 1 }, (_, at) => at + 1);
const RUNS = isFull ? 200 : 60;

const IDS = contentChecks.map(({ id }) => id);
const CORRECT = join(import.meta.dirname, 'correct');

/** The rows of the catalogue whose environments these checks are to catch. */
const FAULTS = readdirSync(join(SPECIMENS, 'faults'))
  .map((name) => join(SPECIMENS, 'faults', name))
  .filter((file) => IDS.some((id) => readFileSync(file, 'utf8').includes(`check: '${id}'`)));

/** Seeds of which a broken environment was not flagged by the check, and by it alone. */
async function missedSeeds(file: string, id: string): Promise<number[]> {
  const missed: number[] = [];
  for (const seed of SEEDS) {
    const found = flagged(await runSpecimen(file, '#broken', { only: [id], seed }));
    if (found.join() !== id) missed.push(seed);
  }
  return missed;
}

/** What was found in a correct environment. */
async function falseAlarms(
  run: (options: { seed: number; runs: number }) => ReturnType<typeof runSpecimen>,
): Promise<unknown[]> {
  const alarms: unknown[] = [];
  for (const seed of SEEDS) {
    const results = await run({ seed, runs: RUNS });
    alarms.push(...flagged(results).map((id) => ({ seed, ...results.get(id) })));
  }
  return alarms;
}

describe('checks of what environments say', () => {
  it.each(IDS)('%s rejects its broken environment and passes the correct one', async (id) => {
    const file = join(SPECIMENS, `${id}.ts`);
    expect(await missedSeeds(file, id)).toEqual([]);
    const only = isFull ? IDS : [id];
    const run = (options: object) => runSpecimen(file, '#correct', { ...options, only });
    expect(await falseAlarms(run)).toEqual([]);
  });

  it.each(FAULTS.map((file) => [basename(file, '.ts'), file] as const))(
    'catch the fault %s, and pass what is without it',
    async (row, file) => {
      const { fault } = await readSpecimen(file);
      const id = fault?.check ?? '';
      expect(fault?.row).toBe(row);
      expect(await missedSeeds(file, id)).toEqual([]);
      const only = isFull ? IDS : [id];
      const run = (options: object) => runSpecimen(file, '#correct', { ...options, only });
      expect(await falseAlarms(run)).toEqual([]);
    },
  );

  it.each(readdirSync(CORRECT))('pass an environment of another style: %s', async (name) => {
    const env = { spec: `./${name}#correct`, cwd: CORRECT, only: IDS };
    expect(await falseAlarms((options) => runEnv({ ...options, ...env }))).toEqual([]);
  });

  it('have the faults of the catalogue that they are meant for', () => {
    expect(FAULTS.length).toBeGreaterThan(28);
  });
});
