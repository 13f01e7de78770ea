import { z } from 'zod';
import { count, noArguments } from './arguments.ts';
import { instruction } from './instruction.ts';
import { isBlank, splitBlanks, trimBlanks } from './text/blanks.ts';
import { characterCount, firstCharacter } from './text/characters.ts';
import { codePoints } from './text/occurrences.ts';
import { trimMarks, withoutMarks } from './text/punctuation.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
const VOWELS = ['a', 'e', 'i', 'o', 'u'];
const CLUSTER = /[bcdfghjklmnpqrstvwxyz]{2}/;
/** IFBench's list ends here: a longer word is never of prime length. */
const PRIMES = new Set([
  2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97,
]);
const [PALINDROMES, PALINDROME_LENGTH] = [10, 5];

/** The words of a text in small letters, without ASCII punctuation. */
const smallWords = (response: string): string[] =>
  splitBlanks(withoutMarks(response.toLowerCase()));

function goesThroughAlphabet(response: string): boolean {
  const [first = '', ...rest] = splitBlanks(withoutMarks(response));
  const start = ALPHABET.indexOf(firstCharacter(first).toLowerCase());
  if (first === '' || start < 0) return false;
  return rest.every(
    (word, at) => firstCharacter(word.toLowerCase()) === ALPHABET[(start + at + 1) % 26],
  );
}

function isPalindrome(word: string): boolean {
  if (word.length < PALINDROME_LENGTH) return false;
  const codes = codePoints(word);
  return (
    codes.length >= PALINDROME_LENGTH &&
    codes.every((code, at) => code === codes[codes.length - 1 - at])
  );
}

function staysBelow(words: readonly string[], limit: number): boolean {
  const counts = new Map<string, number>();
  for (const word of words) {
    const times = (counts.get(word) ?? 0) + 1;
    if (times > limit) return false;
    counts.set(word, times);
  }
  return true;
}

function endsAsItBegins(paragraph: string): boolean {
  const words = splitBlanks(trimMarks(trimBlanks(paragraph).toLowerCase()));
  return words[0] === words.at(-1);
}

/** Instructions of IFBench on the words of a response. */
export const wordInstructions = {
  'words:alphabet': instruction(noArguments, goesThroughAlphabet),
  'words:vowel': instruction(noArguments, (response) => {
    const text = trimBlanks(response).toLowerCase();
    return !text.includes('\n') && VOWELS.filter((vowel) => text.includes(vowel)).length <= 3;
  }),
  'words:consonants': instruction(noArguments, (response) =>
    splitBlanks(response.toLowerCase()).every((word) => CLUSTER.test(word)),
  ),
  'words:palindrome': instruction(noArguments, (response) => {
    const words = splitBlanks(withoutMarks(response).toLowerCase());
    return words.filter(isPalindrome).length >= PALINDROMES;
  }),
  'words:prime_lengths': instruction(noArguments, (response) =>
    splitBlanks(withoutMarks(response)).every((word) => PRIMES.has(characterCount(word))),
  ),
  'words:repeats': instruction(z.strictObject({ small_n: count }), (response, values) =>
    staysBelow(smallWords(response), values.small_n),
  ),
  'words:paragraph_last_first': instruction(noArguments, (response) =>
    response.split('\n').every((paragraph) => isBlank(paragraph) || endsAsItBegins(paragraph)),
  ),
  'words:no_consecutive': instruction(noArguments, (response) => {
    const words = smallWords(response);
    return words.every((word, at) => word.codePointAt(0) !== words[at + 1]?.codePointAt(0));
  }),
};
