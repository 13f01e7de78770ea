import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonValue, labelOf } from '../../src/arbitraries/index.ts';

describe('JSON values', () => {
  it('survive a round trip through text', () => {
    fc.assert(
      fc.property(jsonValue({ depth: 3 }), (value) => {
        const read = JSON.parse(JSON.stringify(value)) as unknown;
        expect(read).toEqual(value);
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('are of every type, and shrink to null', () => {
    const values = fc.sample(jsonValue(), { seed: 2, numRuns: 500 });
    const types = values.map((value) =>
      value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value,
    );
    expect(new Set(types)).toEqual(
      new Set(['null', 'array', 'object', 'string', 'number', 'boolean']),
    );
    expect(
      fc.check(
        fc.property(jsonValue(), () => false),
        { seed: 3 },
      ).counterexample,
    ).toEqual([null]);
  });

  it('are scalars at depth 0', () => {
    for (const value of fc.sample(jsonValue({ depth: 0 }), { seed: 4, numRuns: 300 })) {
      expect(value === null || typeof value !== 'object').toBe(true);
    }
  });
});

describe('labels', () => {
  it('are those of the rows, as copies', () => {
    const rows = [{ label: 'a' }, { label: ['b'] }];
    const labels = fc.sample(labelOf(rows), { seed: 1, numRuns: 100 });
    expect(new Set(labels.map((label) => JSON.stringify(label)))).toEqual(
      new Set(['"a"', '["b"]']),
    );
    expect(labels.some((label) => label === rows[1]?.label)).toBe(false);
  });

  it('are without rows those that data sets have', () => {
    const labels = fc.sample(labelOf([]), { seed: 2, numRuns: 1000 });
    for (const label of ['A', 'D', '3.5', '1/2', 'yes', '', null, 0, 2.5]) {
      expect(labels).toContain(label);
    }
    expect(labels.some(Array.isArray)).toBe(true);
    expect(
      labels.filter((label) => typeof label === 'string' && /^-?\d+$/.test(label)).length,
    ).toBeGreaterThan(200);
  });

  it('are of as many rows as there are', () => {
    const rows = Array.from({ length: 300_000 }, (_, label) => ({ label }));
    const labels = fc.sample(labelOf(rows), { seed: 3, numRuns: 200 });
    expect(new Set(labels).size).toBeGreaterThan(190);
  });
});
