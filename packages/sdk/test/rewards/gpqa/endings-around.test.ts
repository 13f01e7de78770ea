import { describe, expect, it } from 'vitest';
import { allEndings } from './endings/all-endings.ts';
import { paidLetters } from './endings/paid-letters.ts';

/** What stands around an answer and changes nothing. */
const around: Record<string, (response: string) => string> = {
  'thoughts before it': (response) => `<think>The answer is D. Or A.</think>\n\n${response}`,
  'a sentence before it': (response) =>
    `We use the conservation of energy and momentum to find the speed.\n\n${response}`,
  'a greeting behind it': (response) => `${response}\n\nI hope this helps!`,
  'blank lines behind it': (response) => `${response}\n\n\n`,
  'carriage returns': (response) => response.replaceAll('\n', '\r\n'),
  'blanks that do not break': (response) => response.replaceAll(/ (?=\(?[A-J]\b)/g, '\u00a0'),
};

const options = {
  'a list of the options before it': 'The options are:\nA) this\nB) that\nC) both\nD) the last\n\n',
  'a list without words in Latin letters': '选项如下：\nA. 甲\nB. 乙\nC. 丙\nD. 丁\n\n',
};

describe.each(Object.entries(allEndings))('%s', (_, endings) => {
  // A small letter alone is one among words no more.
  const some = endings.filter(([response]) => response.length > 3);

  it.each(Object.entries(around))('with %s', (_name, written) => {
    for (const [response, letter, choices] of some) {
      expect([response, paidLetters(written(response), choices)]).toEqual([response, letter]);
    }
  });

  it.each(Object.entries(options))('with %s', (_name, list) => {
    for (const [response, letter, choices] of some) {
      expect([response, paidLetters(list + response, choices)]).toEqual([response, letter]);
    }
  });
});
