import { describe, expect, it, vi } from 'vitest';
import { gradeAnswer } from '../../../src/rewards/index.ts';
import { plainNumber } from '../../../src/rewards/math/plain-number.ts';

const loaded = vi.hoisted(() => vi.fn<() => void>());

// The real module, with a record of its being loaded.
vi.mock('../../../src/rewards/math/compare-formulas.ts', async (importOriginal) => {
  loaded();
  return importOriginal();
});

describe('a plain number', () => {
  it.each([
    ['48', 48n, 1n],
    ['- 1,234.50', -2469n, 2n],
    ['\\frac { 20 } { 3 }', 20n, 3n],
    ['-\\dfrac{-1}{2}', 1n, 2n],
    ['1.6e-3', 1n, 625n],
    ['6 / 4', 3n, 2n],
  ])('%s is read as it stands', (text, n, d) => {
    expect(plainNumber(text)).toEqual({ n, d });
  });

  it.each(['', '-', '1/0', '2^3', '1/2/3', '48%', 'x', '1 1/2', '(5)'])('%j is none', (text) => {
    expect(plainNumber(text)).toBeNull();
  });

  it('is compared before anything that reads formulas is loaded', async () => {
    expect(await gradeAnswer('\\boxed{3.40}', '17/5')).toMatchObject({ correct: true });
    expect(await gradeAnswer('\\boxed{3.41}', '17/5')).toMatchObject({ correct: false });
    expect(loaded).not.toHaveBeenCalled();
    expect(await gradeAnswer('\\boxed{2^3}', 8)).toMatchObject({ correct: true });
    expect(loaded).toHaveBeenCalledOnce();
  });

  it('of an answer may be spaced out or in brackets, against a number', async () => {
    for (const answer of ['4 8', ' 4 8 ', '(48)', '\\{48\\}']) {
      expect(await gradeAnswer(`\\boxed{${answer}}`, '48')).toMatchObject({ correct: true });
      expect(await gradeAnswer(`\\boxed{${answer}}`, '12')).toMatchObject({ correct: false });
    }
    expect(await gradeAnswer('\\boxed{(12,345)}', '12,345')).toMatchObject({ correct: true });
    expect(await gradeAnswer('\\boxed{(12,345)}', '(12, 345)')).toMatchObject({ correct: true });
    expect(await gradeAnswer('\\boxed{12345}', '(12,345)')).toMatchObject({ correct: false });
    // A no-break space is set as one.
    expect(await gradeAnswer('\\boxed{4\u00a08}', '48')).toMatchObject({ correct: false });
  });
});
