import { gpqa } from '../../../../src/rewards/index.ts';

export const LETTERS = 'ABCDEFGHIJ'.split('');

/** The letters that a response is paid for, as labels one by one. */
export function paidLetters(response: string, choices?: readonly string[]): string {
  const letters = choices === undefined ? LETTERS : LETTERS.slice(0, choices.length);
  const metadata = choices === undefined ? {} : { choices: [...choices] };
  return letters.filter((letter) => gpqa(response, letter, metadata).reward === 1).join('');
}
