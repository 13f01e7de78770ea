import { casedWords, plainWords } from './plain-words.ts';

/** The plain words of choices, in their order. */
export interface ChoiceWords {
  /** Empty for a choice that only its letter or its very text tells from another. */
  readonly words: readonly string[];
  /** Those that keep their case, since by small letters they are another choice's, too. */
  readonly withCase: ReadonlySet<string>;
}

/** The plain words of an answer: a dash that it begins with is a sign and no mark of a list. */
export const answerWords = (text: string): string => plainWords(`: ${text}`);
/** The same, where capitals count. */
export const casedAnswerWords = (text: string): string => casedWords(`: ${text}`);

/** What each choice is looked for by. */
export function choiceWords(choices: readonly string[]): ChoiceWords {
  const plain = choices.map(answerWords);
  const cased = choices.map(casedAnswerWords);
  const isOneOf = (words: readonly string[], at: number): boolean =>
    words.every((one, other) => one !== words[at] || choices[other] === choices[at]);
  const withCase = new Set<string>();
  const words = plain.map((own, at) => {
    if (isOneOf(plain, at)) return own;
    const exact = cased[at] ?? '';
    if (!isOneOf(cased, at)) return '';
    withCase.add(exact);
    return exact;
  });
  return { words, withCase };
}
