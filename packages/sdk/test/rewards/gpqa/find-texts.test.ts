import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTexts } from '../../../src/rewards/gpqa/find-texts.ts';
import { plainWords } from '../../../src/rewards/gpqa/plain-words.ts';

/** Few letters, so that texts stand in one another and begin again in the middle. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', '7'), minLength: 1, maxLength: 3 });
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '));
const source = fc
  .array(fc.oneof(word, fc.constantFrom('A', '.', 'é', '\u212a', '\n', '  ')), { maxLength: 40 })
  .map((parts) => parts.join(' '));

describe('findTexts', () => {
  it('finds what a search for each text by itself finds, in that order', () => {
    fc.assert(
      fc.property(source, fc.uniqueArray(words, { maxLength: 8 }), (text, texts) => {
        const padded = ` ${plainWords(text)} `;
        const expected = texts.filter((one) => padded.includes(` ${one} `));
        expect([...findTexts(text, texts)]).toEqual(expected);
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  it('finds nothing of no texts, and none in a text of other signs', () => {
    expect(findTexts('a b', [])).toEqual(new Set());
    expect(findTexts('日本語 é ß', ['a'])).toEqual(new Set());
    expect(findTexts('日本語 é ß', ['語', 'é'].map(plainWords))).toEqual(
      new Set([plainWords('é')]),
    );
  });
});
