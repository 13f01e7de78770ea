import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRolloutArgs } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkSamplesFile, samplesChecks } from '../../../src/suites/samples/index.ts';
import { SPECIMENS } from '../run-specimen.ts';

const tableSchema = z.record(
  z.string(),
  z.strictObject({
    alsoFires: z.array(z.string()).default([]),
    args: z.record(z.string(), z.json()).default({}),
  }),
);
const table = tableSchema.parse(
  JSON.parse(readFileSync(join(SPECIMENS, 'samples', 'index.json'), 'utf8')),
);

describe('the checks of stored samples', () => {
  it('have a pair of files each', () => {
    expect(Object.keys(table).toSorted()).toEqual(samplesChecks.map(({ id }) => id).toSorted());
  });

  it.each(Object.keys(table))('%s falls short of its broken file alone', async (id) => {
    const alsoFires = table[id]?.alsoFires ?? [];
    expect(await flaggedIn(id, 'broken')).toEqual([id, ...alsoFires].toSorted());
  });

  it.each(Object.keys(table))('%s holds for its correct file, and so do the others', async (id) => {
    expect(await flaggedIn(id, 'correct')).toEqual([]);
  });
});

async function flaggedIn(id: string, which: 'broken' | 'correct'): Promise<string[]> {
  const args = createRolloutArgs(table[id]?.args);
  const { checks, error } = await checkSamplesFile(join(SPECIMENS, id, `${which}.jsonl`), { args });
  expect(error).toBeNull();
  return checks
    .filter(({ outcome }) => outcome === 'fell_short')
    .map((check) => check.id)
    .toSorted();
}
