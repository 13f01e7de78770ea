import { answerWords } from './choice-words.ts';
import type { LetterPlace } from './letter-place.ts';
import type { Option } from './option-texts.ts';

/** What stands between a letter and the text that is set beside it. */
const BESIDE = /[*_$}\])]{0,6}(?:[.:),]{1,2}[*_]{0,3}[^\S\n]{1,4}|[^\S\n]{1,4}(?=\())/y;
const LINE = 400;
const BRACKETED = /^\(([^()\n]{1,200})\)/;
/** Where a sentence ends, but not within `1.5`. */
const SENTENCE = /[.;](?=\s|$)/;

/** Whether a letter has the very text of another option beside it: `D. 10^-11 eV`. */
export function isOfAnother(
  text: string,
  { letter, start }: LetterPlace,
  options: readonly Option[],
): boolean {
  if (options.length === 0) return false;
  BESIDE.lastIndex = start + 1;
  if (!BESIDE.test(text)) return false;
  const line = text.slice(BESIDE.lastIndex, BESIDE.lastIndex + LINE).split('\n')[0] ?? '';
  const said = new Set(
    [line, line.split(SENTENCE)[0] ?? '', BRACKETED.exec(line)?.[1] ?? ''].map(answerWords),
  );
  const found = options.filter(({ words }) => words !== '' && said.has(words));
  return found.length > 0 && found.every((option) => option.letter !== letter.toUpperCase());
}
