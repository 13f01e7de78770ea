import { isBlank, trimBlanks, trimBlanksStart } from '../text/blanks.ts';
import { characterCount, firstCharacter, isWordCharacter } from '../text/characters.ts';

const LABEL = /Question \p{Nd}+[.|):;]?/gu;
const OPTION = /^[A-Ea-e][.|)]/;
const [QUESTIONS, OPTIONS] = [4, 5];

/** Whether a line is a letter from A to E, a mark and, after blanks, a word. */
const isOption = (line: string): boolean =>
  OPTION.test(line) && isWordCharacter(firstCharacter(trimBlanksStart(line.slice(2))));

/** How long the words of a question are; null where it has not its five options. */
function questionLength(question: string): number | null {
  const lines = trimBlanks(question).split('\n').map(trimBlanks);
  const options = lines.filter(isOption).length;
  if (options !== OPTIONS) return null;
  const words = lines.slice(0, lines.findIndex(isOption));
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
