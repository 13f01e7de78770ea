import { basename } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { faultSpecimens, runFault, SEEDS, told } from './run-gate.ts';

vi.setConfig({ testTimeout: 120_000 });

const specimens = await faultSpecimens();

it('holds at least sixty rows of the catalogue, each under its own name', () => {
  for (const { row, file } of specimens) expect(basename(file, '.ts')).toBe(row);
  expect(specimens.length).toBeGreaterThanOrEqual(60);
});

describe.each(specimens)('$row', ({ check, file }) => {
  it.each(SEEDS)(`is caught by ${check}, seed %i`, async (seed) => {
    const result = await runFault(file, check, '#broken', seed);
    expect(told(result)).toEqual(['fell_short', null]);
  });

  it.each(SEEDS)(`is not seen by ${check} where it is mended, seed %i`, async (seed) => {
    const result = await runFault(file, check, '#correct', seed);
    expect(told(result)).toEqual(['held', null]);
  });
});
