import fc from 'fast-check';
import { expect, it } from 'vitest';
import { f1Words } from '../../../src/rewards/f1/f1-words.ts';

/** What SQuAD's `normalize_answer` does, step by step. */
const stepByStep = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/[!-/:-@[-`{-~]+/g, '')
    .replaceAll(/(?<![\p{L}\p{N}])(?:an?|the)(?![\p{L}\p{N}])/gu, ' ')
    // oxlint-disable-next-line eslint/no-control-regex
    .split(/[\s\u001C-\u001F\u0085]+/)
    .filter((word) => word !== '');

const pieces =
  'a|an|the|The|A|AN|and|than| |\t|\u001C|\u0085|\u00A0|\u3000|“|”|–|x|n|t|h|e|é|水|א|\u0301|İ|😀|𝐚|𝟑|\uD83D|\uDE00|3|.|,|-|_';

it('are those of SQuAD, whatever stands beside an article', () => {
  const piece = fc.constantFrom(...pieces.split('|'));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 9 }), (parts) => {
      expect(f1Words(parts.join(''))).toEqual(stepByStep(parts.join('')));
    }),
    { seed: 11, numRuns: 5000 },
  );
});

it.each([
  ['“a” dog', ['“', '”', 'dog']],
  ['a–the–an', ['–', '–']],
  ['a𝐚 an é', ['a𝐚', 'é']],
  ['the\u00A0cat', ['cat']],
])('of %j are %j', (text, words) => {
  expect(f1Words(text)).toEqual(words);
});
