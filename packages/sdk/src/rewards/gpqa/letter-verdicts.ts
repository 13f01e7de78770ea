import { isDenied } from './letter-denial.ts';
import { IF_ANOTHER_BEFORE } from './letter-doubt.ts';
import { type LetterPlace, namesOption } from './letter-place.ts';
import type { OptionTexts } from './option-texts.ts';
import {
  ANSWERED,
  ANY_VERDICT,
  ENCLOSED,
  ENDING,
  ENDING_MARK,
  HEAD,
  LABELLED,
  LIMITED,
  LOOSE,
  MARKED,
  MARKED_BEFORE,
  ONLY_BEFORE,
  SAID,
  SAID_WIDE,
  SUITED,
  SUITED_IN_PART,
  SUPPOSED,
  SUPPOSED_BEFORE,
  VERB_AFTER,
  WITHIN,
} from './verdict-words.ts';

/** What a text says of one option. */
export interface LetterVerdict extends LetterPlace {
  isRight: boolean;
  /** Whether it is said in a sentence: `C is correct`. */
  isSaid: boolean;
  /** Whether the word may be the text of an option, too. */
  isLoose: boolean;
  /** Whether it praises an option and does not call it right: `C fits`. */
  isPraise: boolean;
}

/** Options looked at in all: more of them are a flood. */
const MAX_HEADS = 1024;
const BACK = 60;
/** How long a line about an option may be. */
const LINE = 400;
const SENTENCE_END = /[.;。；]\s|\n/;
const LINE_START =
  /(?:^|\n)[ \t>*_•#(（-]{0,10}(?:\d{1,2}[.)]\s[*_(]{0,4})?(?:(?:option|choice|statement)\s|选项|選項|選択肢)?[*_(（]{0,4}$/i;
const SECTION = /(?:option|choice|statement)\s{1,3}[*_(]{0,3}$/i;

const execAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** What a line or a sentence about an option ends with. */
function endingOf(rest: string): RegExpExecArray | null {
  return SUPPOSED.test(rest)
    ? null
    : (WITHIN.exec(rest) ?? ENDING.exec(rest) ?? ENDING_MARK.exec(rest));
}

function verdictAt(text: string, place: LetterPlace): LetterVerdict | null {
  const end = place.start + 1;
  const before = text.slice(Math.max(0, place.start - BACK), place.start);
  if (SUPPOSED_BEFORE.test(before) || IF_ANOTHER_BEFORE.test(before)) return null;
  const said = execAt(SAID, text, end) ?? execAt(SAID_WIDE, text, end);
  const direct =
    MARKED_BEFORE.exec(before) ??
    said ??
    execAt(MARKED, text, end) ??
    execAt(LABELLED, text, end) ??
    execAt(ENCLOSED, text, end) ??
    execAt(ANSWERED, text, end);
  const praise = direct === null ? praiseAt(text, before, end) : null;
  const match =
    direct ?? praise ?? (isHead(text, before, end) ? restVerdict(text, before, end) : null);
  if (match === null) return null;
  const { right, wrong, rightMark } = match.groups ?? {};
  const isRight = (right ?? rightMark) !== undefined;
  // What stands before a letter ends with the letter.
  const isBehind = match === said || match === praise || text.startsWith(match[0], end);
  if (isRight && isBehind && isLimited(text, match)) return null;
  return {
    ...place,
    // `only A fits` is no article.
    isRight:
      isRight && (match === praise ? !isDenied(before, text, end) : namesOption(text, place)),
    isSaid: match === said,
    isPraise: match === praise && isRight,
    isLoose: match !== said && LOOSE.test(right ?? wrong ?? ''),
  };
}

/** Whether what is said of an option goes only so far. */
function isLimited(text: string, { index, 0: said }: RegExpExecArray): boolean {
  const end = index + said.length;
  if (execAt(LIMITED, text, end) !== null) return true;
  return execAt(SUITED, text, index) !== null && execAt(SUITED_IN_PART, text, end) !== null;
}

const praiseAt = (text: string, before: string, end: number): RegExpExecArray | null =>
  (ONLY_BEFORE.test(before) ? execAt(VERB_AFTER, text, end) : null) ?? execAt(SUITED, text, end);

/** Whether a letter begins what is said of its option: `B) 400 K`, `Option B (copper)`. */
const isHead = (text: string, before: string, end: number): boolean =>
  (LINE_START.test(before) &&
    /^[)\]*_）]{0,4}(?:选项|選項|项|項)?\s{0,2}[:：.)(（|*–—-]/.test(text.slice(end, end + 8))) ||
  (SECTION.test(before) && /^[*_)]{0,4}\s{0,2}[:(（]/.test(text.slice(end, end + 8)));

function restVerdict(text: string, before: string, end: number): RegExpExecArray | null {
  const rest = text.slice(end, end + LINE);
  const line = rest.split('\n')[0] ?? '';
  const sentence = rest.slice(0, rest.search(SENTENCE_END) < 0 ? LINE : rest.search(SENTENCE_END));
  if (LINE_START.test(before) && line.length < LINE) {
    const found = endingOf(line);
    if (found !== null) return found;
  }
  return endingOf(sentence);
}

/**
 * What a text says of its options one by one, each by the last that is said of it, in the order of
 * the text: `A: incorrect. B is correct. C ✗`.
 */
export function letterVerdicts(text: string, options: OptionTexts): LetterVerdict[] {
  if (!ANY_VERDICT.test(text)) return [];
  const last = new Map<string, LetterVerdict>();
  let heads = 0;
  for (const { index, 0: letter } of text.matchAll(HEAD)) {
    heads += 1;
    if (heads > MAX_HEADS) return [];
    if (!options.isValid(letter)) continue;
    const verdict = verdictAt(text, { letter, start: index });
    if (verdict === null) continue;
    last.delete(letter);
    last.set(letter, verdict);
  }
  const verdicts = [...last.values()];
  const isList = verdicts.length > 1 && !options.hasVerdictWord;
  // Praise of several, or of others than the one that is called right, settles on none.
  const praised = verdicts.filter(({ isRight }) => isRight).length === 1;
  return verdicts.filter(({ isLoose, isPraise }) => (isList || !isLoose) && (praised || !isPraise));
}
