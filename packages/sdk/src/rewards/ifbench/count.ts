import { z } from 'zod';
import { count, noArguments, position, trimmed } from './arguments.ts';
import { instruction } from './instruction.ts';
import { personNames } from './person-names.ts';
import { splitBlanks } from './text/blanks.ts';
import { wordCount, wordRuns } from './text/characters.ts';
import { codePoints, countOf } from './text/occurrences.ts';
import { trimMarks, withoutMarks } from './text/punctuation.ts';

const CONJUNCTIONS = new Set(['and', 'but', 'for', 'nor', 'or', 'so', 'yet']);
const KEYWORD_TIMES = [1, 2, 3, 5, 7] as const;
const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/;
/** What Python's `isdigit()` takes, digits in circles and above the line too. */
const DIGITS =
  /^[\p{Nd}²³¹\u1369-\u1371\u19da\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468\u2474-\u247c\u2488-\u2490\u24ea\u24f5-\u24fd\u24ff\u2776-\u277e\u2780-\u2788\u278a-\u2792\u{10a40}-\u{10a43}\u{10e60}-\u{10e68}\u{11052}-\u{1105a}\u{1f100}-\u{1f10a}]+$/u;

const wordRange = z.strictObject({ min_words: count, max_words: count });
const atLeast = z.strictObject({ N: count });
const fiveKeywords = z.strictObject({
  keyword1: trimmed,
  keyword2: trimmed,
  keyword3: trimmed,
  keyword4: trimmed,
  keyword5: trimmed,
});

/** How many runs of digits there are once punctuation is gone: `1,000.5` is one. */
function numberCount(response: string): number {
  let found = 0;
  const digits = /\p{Nd}+/gu;
  const text = withoutMarks(response);
  while (digits.test(text)) found += 1;
  return found;
}

/** Whether a text holds every mark of a sentence, beside those of its first `?!` or `!?`. */
function hasEveryMark(response: string): boolean {
  if (!['?!', '!?', '‽'].some((mark) => response.includes(mark))) return false;
  const pair = response.includes('?!') ? '?!' : '!?';
  const rest = response.replace(pair, '');
  return ['.', ',', '!', '?', ';', ':'].every((mark) => rest.includes(mark));
}

function isJapaneseOrNumber(word: string): boolean {
  const inner = trimMarks(word);
  return inner === '' || JAPANESE.test(inner) || DIGITS.test(inner);
}

/** Instructions of IFBench that count. */
export const countInstructions = {
  'count:word_count_range': instruction(wordRange, (response, values) => {
    const words = wordCount(response);
    return values.min_words <= words && words <= values.max_words;
  }),
  'count:unique_word_count': instruction(atLeast, (response, values) => {
    const unique = new Set<string>();
    for (const word of splitBlanks(response.toLowerCase())) {
      unique.add(trimMarks(word));
      if (unique.size >= values.N) return true;
    }
    return values.N === 0;
  }),
  'count:conjunctions': instruction(z.strictObject({ small_n: count }), (response, values) => {
    const words = splitBlanks(response).map((word) => trimMarks(word).toLowerCase());
    // IFBench counts `and`, `And` and `and,` as three different ones.
    return new Set(words.filter((word) => CONJUNCTIONS.has(word))).size >= values.small_n;
  }),
  'count:person_names': instruction(atLeast, (response, values) => {
    const named = new Set<string>();
    for (const word of wordRuns(response)) if (personNames.has(word)) named.add(word);
    return named.size >= values.N;
  }),
  'count:numbers': instruction(atLeast, (response, values) => numberCount(response) === values.N),
  'count:punctuation': instruction(noArguments, hasEveryMark),
  'count:words_japanese': instruction(z.strictObject({ N: position }), (response, values) =>
    splitBlanks(response).every(
      (word, at) => (at + 1) % values.N !== 0 || isJapaneseOrNumber(word),
    ),
  ),
  'count:keywords_multiple': instruction(fiveKeywords, (response, values) => {
    const codes = codePoints(response.toLowerCase());
    const { keyword1, keyword2, keyword3, keyword4, keyword5 } = values;
    return [keyword1, keyword2, keyword3, keyword4, keyword5].every(
      (keyword, at) => countOf(codes, codePoints(keyword.toLowerCase())) === KEYWORD_TIMES[at],
    );
  }),
};
