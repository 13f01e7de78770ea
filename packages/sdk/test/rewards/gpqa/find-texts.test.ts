import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTexts } from '../../../src/rewards/gpqa/find-texts.ts';
import { plainCodes, plainWords } from '../../../src/rewards/gpqa/plain-words.ts';

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
  });
});

describe('plainCodes', () => {
  it('keeps letters and digits of ASCII, small, as by regular expressions', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const plain = text
          .replaceAll('\u212a', 'k')
          .replaceAll('\u0130', 'i')
          .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
          .replaceAll(/[^a-z0-9]+/g, ' ')
          .trim();
        const expected = plain === '' ? ' ' : ` ${plain} `;
        expect(new TextDecoder().decode(plainCodes(text))).toBe(expected);
      }),
      { seed: 5, numRuns: 500 },
    );
  });
});
