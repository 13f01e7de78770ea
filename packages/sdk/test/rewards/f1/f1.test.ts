import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { f1, f1Score } from '../../../src/rewards/index.ts';
import { f1Words } from '../../../src/rewards/f1/f1-words.ts';

describe('f1', () => {
  it.each<[string, string | string[], number, number, number]>([
    ['Paris', 'Paris', 1, 1, 1],
    ['The Paris.', 'paris', 1, 1, 1],
    ['answer is 5', '5', 1 / 2, 1 / 3, 1],
    ['new new york', 'new york new', 1, 1, 1],
    ['new new', 'new', 2 / 3, 1 / 2, 1],
    ['yes', 'Yes.', 1, 1, 1],
    ['yes sir', 'yes', 0, 0, 0],
    ['no', 'no way', 0, 0, 0],
    ['rome', ['paris', 'rome'], 1, 1, 1],
    ['big rome', ['paris', 'rome', 'big rome'], 1, 1, 1],
    ['oslo', ['paris', 'rome'], 0, 0, 0],
  ])('of %j against %j', (response, label, ...score) => {
    expect(f1Score(response, label)).toEqual(score);
    expect(f1(response, label).reward).toBe(score[0]);
  });

  it('says what it compared and why', () => {
    expect(f1('The U.S.A.!', 'usa')).toEqual({ reward: 1, extracted: 'usa', reason: 'overlap' });
    expect(f1('Rome', 'Oslo')).toEqual({ reward: 0, extracted: 'rome', reason: 'different' });
    expect(f1(' the ', 'Oslo')).toEqual({ reward: 0, extracted: null, reason: 'no_answer' });
  });

  it.each([null, undefined, '', 'the', '...', [], ['a b', 'the'], [null], true, { a: 'b' }])(
    'refuses the label %j, whatever the response',
    (label) => {
      for (const response of ['', 'a b']) {
        expect(() => f1(response, label)).toThrow(expect.objectContaining({ code: 'SLIME_DATA' }));
        expect(() => f1Score(response, label)).toThrow('f1: the label');
      }
    },
  );

  const word = fc.constantFrom('paris', 'rome', 'oslo', 'new', 'york', '1999', 'café', '東京');
  const text = fc.array(word, { minLength: 1, maxLength: 12 });

  it('is symmetric, and 1 for the same words in any order', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [score, precision, recall] = f1Score(a.join(' '), b.join(' '));
        expect(f1Score(b.join(' '), a.join(' '))).toEqual([score, recall, precision]);
        expect(f1Score(a.toReversed().join(' '), a.join(' '))).toEqual([1, 1, 1]);
        expect(score).toBeLessThanOrEqual(1);
        expect(score).toBeGreaterThanOrEqual(0);
      }),
      { seed: 20_250 },
    );
  });

  it('is the best of several references, in any order of them', () => {
    fc.assert(
      fc.property(text, fc.array(text, { minLength: 1, maxLength: 5 }), (response, references) => {
        const labels = references.map((words) => words.join(' '));
        const each = labels.map((label) => f1(response.join(' '), label).reward);
        expect(f1(response.join(' '), labels).reward).toBe(Math.max(...each));
        expect(f1(response.join(' '), labels.toReversed()).reward).toBe(Math.max(...each));
      }),
      { seed: 20_250 },
    );
  });

  it('does not look at case, articles, ASCII punctuation and blanks', () => {
    const noise = fc.constantFrom(' ', '\n', ' the ', ' a, ', '. ', ' An ', '\u00a0', '!? ');
    fc.assert(
      fc.property(text, fc.array(noise, { minLength: 12, maxLength: 12 }), (words, between) => {
        const noisy = words.map((one, at) => `${one.toUpperCase()}${between[at] ?? ''} `).join('');
        expect(f1Words(noisy)).toEqual(words);
      }),
      { seed: 20_250 },
    );
  });
});
