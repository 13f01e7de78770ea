import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractAnswer } from '../../../src/rewards/index.ts';

const SEED = { seed: 20_250, numRuns: 300 };

describe('extractAnswer', () => {
  it.each([
    ['so \\boxed{5}', '5'],
    ['\\boxed{\\frac{1}{2}} vs \\frac{1}{3}', '\\frac{1}{2}'],
    ['\\boxed {5}', '5'],
    ['\\boxed\n{5}', '5'],
    ['\\fbox{5}', '5'],
    ['\\boxed{\\{1,2\\}}', '\\{1,2\\}'],
    ['\\boxed{a\\}b}', 'a\\}b'],
    ['\\boxed{3 \\\\}', '3 \\\\'],
    ['\\\\boxed{3}', '3'],
    ['{\\boxed{5}', '5'],
    ['}}} \\boxed{5}}', '5'],
    ['\\boxed{}', ''],
    ['\\boxed{a\nb}', 'a\nb'],
  ])('takes the content of %j', (text, content) => {
    expect(extractAnswer(text)).toBe(content);
  });

  it.each([
    '',
    '5',
    '\\boxed',
    '\\boxed{',
    '\\boxed{a{b}',
    '\\boxed 5',
    '\\boxedx{5}',
    'boxed{5}',
    '\\boxed[3]',
  ])('finds no complete box in %j', (text) => {
    expect(extractAnswer(text)).toBeNull();
  });

  it('takes the last box, and the last of boxes inside each other', () => {
    expect(extractAnswer('\\boxed{5}, no, \\boxed{7}')).toBe('7');
    expect(extractAnswer('\\boxed{\\boxed{48}}')).toBe('48');
    expect(extractAnswer('\\boxed{5} \\fbox{6}')).toBe('6');
  });

  it('keeps a finished box when a later one never closes', () => {
    expect(extractAnswer('\\boxed{5} then \\boxed{7')).toBe('5');
    expect(extractAnswer('write \\boxed: \\boxed{5} done, then \\boxed')).toBe('5');
    expect(extractAnswer('\\boxed{1 \\boxed{2}')).toBe('2');
  });

  it('gives back whatever balanced text was boxed, in any surroundings', () => {
    const { balanced } = fc.letrec<{ balanced: string }>((tie) => ({
      balanced: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('', '1', 'x', '\\{', '\\}', '\\\\', ' ', '\n', '√', '\ud800'),
        fc.array(tie('balanced'), { maxLength: 3 }).map((parts) => parts.join('')),
        tie('balanced').map((inside) => `{${inside}}`),
      ),
    }));
    const noise = fc.constantFrom('', 'text ', '{', '}', '\\boxed', '\\boxed{3} ', '\\{');

    fc.assert(
      fc.property(
        noise,
        balanced,
        fc.constantFrom('', ' done.', '}', '{', ' \\boxed'),
        (before, content, after) => {
          expect(extractAnswer(`${before}\\boxed{${content}}${after}`)).toBe(content);
        },
      ),
      SEED,
    );
  });
});
