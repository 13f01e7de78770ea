import { describe, expect, it } from 'vitest';
import { gpqa } from '../../../src/rewards/index.ts';
import { allEndings } from './endings/all-endings.ts';
import { LETTERS, paidLetters } from './endings/paid-letters.ts';

describe.each(Object.entries(allEndings))('%s', (_, endings) => {
  it.each(endings.map(([response, letter, choices]) => ({ response, letter, choices })))(
    '$response is paid for "$letter" alone',
    ({ response, letter, choices }) => {
      expect(paidLetters(response, choices)).toBe(letter);
    },
  );

  it.each(
    endings.flatMap(([response, letter, choices]) =>
      letter === '' || choices === undefined ? [] : [{ response, letter, choices: [...choices] }],
    ),
  )(
    '$response is paid for $letter by its number and by its text',
    ({ response, letter, choices }) => {
      const at = LETTERS.indexOf(letter);
      expect(gpqa(response, at, { choices }).reward).toBe(1);
      expect(gpqa(response, choices[at] ?? '', { choices }).reward).toBe(1);
      expect(gpqa(response, choices[at === 0 ? 1 : 0] ?? '', { choices }).reward).toBe(0);
    },
  );
});
