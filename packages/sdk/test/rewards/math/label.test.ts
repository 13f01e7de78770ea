import { describe, expect, it } from 'vitest';
import { gradeAnswer, math } from '../../../src/rewards/index.ts';

describe('a label', () => {
  it.each([
    [null, 'is missing'],
    [undefined, 'is missing'],
    ['', 'is blank'],
    [' \t', 'is blank'],
    ['\\ ', 'is blank'],
    ['$$', 'is blank'],
    ['\\text{ }', 'is blank'],
    ['\\boxed{}', 'is blank'],
    ['\\boxed{48', 'does not close'],
    ['\\frac{1}{', 'do not close'],
    ['(1, 2', 'bracket that does not close'],
    ['[0, 1', 'bracket that does not close'],
    ['\\left(1 + (2)', 'bracket that does not close'],
    ['\\begin{pmatrix} 1 & 2', 'environment that does not end'],
    [Number.NaN, 'not finite'],
    [Number.NEGATIVE_INFINITY, 'not finite'],
    [true, 'neither a number nor a text'],
    [['5'], 'neither a number nor a text'],
    ['1'.repeat(3000), 'too long'],
    ['(x+1)**3000', 'past a bound'],
    ['9**9**9', 'past a bound'],
    ['501!', 'past a bound (a factorial)'],
    ['80000!', 'past a bound (a factorial)'],
    ['1e999999999', 'past a bound'],
    ['-1/1e999999999', 'past a bound'],
  ])('%j is an error of the data, whatever the answer', async (label, fault) => {
    for (const response of ['\\boxed{48}', '\\boxed{5}']) {
      const error = {
        name: 'DataError',
        code: 'SLIME_DATA',
        message: expect.stringContaining(fault),
      };

      await expect(gradeAnswer(response, label)).rejects.toMatchObject(error);
      await expect(math(response, label)).rejects.toMatchObject(error);
    }
  });

  it.each([
    'A)',
    '[0, 1)',
    ']0, 1[',
    '[0, 1[',
    '(0, 1[ \\cup (2, 3]',
    '\\left(0, 1\\right\\rbrack',
  ])('%j is one: intervals are written in several ways', async (label) => {
    expect(await math(`\\boxed{${label}}`, label)).toMatchObject({ reward: 1 });
  });

  it('that is 0 is a label', async () => {
    expect(await math('\\boxed{0}', 0)).toMatchObject({ reward: 1, reason: 'equal' });
    expect(await math('\\boxed{0.0}', '0')).toMatchObject({ reward: 1, reason: 'equal' });
    expect(await math('\\boxed{1}', 0)).toMatchObject({ reward: 0, reason: 'different' });
  });

  it('that is a number is taken at its shortest decimal', async () => {
    expect(await math('\\boxed{\\frac{1}{10}}', 0.1)).toMatchObject({ reward: 1 });
    expect(await math('\\boxed{3e21}', 3e21)).toMatchObject({ reward: 1 });
  });

  it('may hold its answer in a box, the last complete one', async () => {
    expect(await math('\\boxed{48}', 'first \\boxed{1}, then \\boxed{48}')).toMatchObject({
      reward: 1,
    });
  });
});
