import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { contentChecks } from '../../../../src/suites/env/content/index.ts';
import { flagged } from '../../run-specimen.ts';
import { runEnv } from '../run-env.ts';

vi.setConfig({ testTimeout: 120_000 });

const isFull = process.env['SLIME_TEST_TIER'] === 'full';
const SEEDS = Array.from({ length: isFull ? 20 : 1 }, (_, at) => at + 1);
const RUNS = isFull ? 200 : 60;

const IDS = contentChecks.map(({ id }) => id);
const CORRECT = join(import.meta.dirname, 'correct');

describe.each(SEEDS)('the checks of what environments say, seed %i,', (seed) => {
  it.each(readdirSync(CORRECT))('pass an environment of another style: %s', async (name) => {
    const options = { spec: `./${name}#correct`, cwd: CORRECT, only: IDS, runs: RUNS, seed };
    const results = await runEnv(options);
    expect(flagged(results).map((id) => results.get(id))).toEqual([]);
  });
});
