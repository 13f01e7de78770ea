import { isBlank, trimBlanks } from '../text/blanks.ts';
import { characterCount } from '../text/characters.ts';

const LABEL = /Question \p{Nd}+[.|):;]?/gu;
const OPTION =
  /^[A-Ea-e][.|)][\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*[\p{L}\p{N}_]/u;
const [QUESTIONS, OPTIONS] = [4, 5];

/** How long the words of a question are; null where it has not its five options. */
function questionLength(question: string): number | null {
  const lines = trimBlanks(question).split('\n').map(trimBlanks);
  const options = lines.filter((line) => OPTION.test(line)).length;
  if (options !== OPTIONS) return null;
  const words = lines.slice(
    0,
    lines.findIndex((line) => OPTION.test(line)),
  );
  return characterCount(trimBlanks(words.join(' ')));
}

/** Whether a text is four questions of five options each, each longer than the one before. */
export function areQuestions(response: string): boolean {
  if (!response.startsWith('Question')) return false;
  const questions = response.split(LABEL).filter((question) => !isBlank(question));
  if (questions.length !== QUESTIONS) return false;
  const lengths = questions.map(questionLength);
  return lengths.every((length, at) => {
    const before = at === 0 ? -1 : lengths[at - 1];
    return length !== null && typeof before === 'number' && before < length;
  });
}
