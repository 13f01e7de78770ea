import { basename } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { faultSpecimens, runFault, told } from './run-gate.ts';

vi.setConfig({ testTimeout: 120_000 });

const specimens = await faultSpecimens();

it('holds at least sixty rows of the catalogue, each under its own name', () => {
  for (const { row, file } of specimens) expect(basename(file, '.ts')).toBe(row);
  expect(specimens.length).toBeGreaterThanOrEqual(60);
});

describe.each(specimens)('$row', ({ check, file }) => {
  it(`is caught by ${check}`, async () => {
    const result = await runFault(file, check, '#broken');
    expect(told(result)).toEqual(['fell_short', null]);
  });

  it(`is not seen by ${check} where it is mended`, async () => {
    const result = await runFault(file, check, '#correct');
    expect(told(result)).toEqual(['held', null]);
  });
});
