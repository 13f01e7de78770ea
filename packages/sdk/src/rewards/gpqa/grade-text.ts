import { calledTheAnswer, concludedTexts, withoutReason } from './concluding-text.ts';
import { boxContent, boxedWords } from './enclosed-letter.ts';
import { optionOfSide } from './equation-side.ts';
import { findTexts } from './find-texts.ts';
import { type GpqaReward, wrong } from './gpqa-reward.ts';
import type { OptionKey } from './option-key.ts';
import { plainWords } from './plain-words.ts';
import { writtenOption } from './written-option.ts';

/** How much of a text may say `50` for `50%`, at its end. */
const BARE_LENGTH = 4096;
const ANSWER_IS = /\banswer\b[*_\s]{0,40}(?:is\b|:)/gi;
/** How much is read behind `the answer is` for the text of an option. */
const STATEMENT_LENGTH = 2048;

/** The line behind the last `the answer is`; empty where there is none. */
function lastStatement(text: string): string {
  let end = -1;
  ANSWER_IS.lastIndex = 0;
  while (ANSWER_IS.test(text)) end = ANSWER_IS.lastIndex;
  if (end < 0) return '';
  return (
    text
      .slice(end, end + STATEMENT_LENGTH)
      .trimStart()
      .split('\n')[0] ?? ''
  );
}

/**
 * What a text calls its answer: its last box, the line behind the last `the answer is`, without its
 * reasons where these name others, and what stands before `is the answer`.
 */
function statedParts(text: string): string[] {
  const line = lastStatement(text);
  return [boxedWords(text), line, withoutReason(line), calledTheAnswer(text)].filter(
    (part) => part.trim() !== '',
  );
}

const isWithin = (text: string, other: string): boolean => ` ${other} `.includes(` ${text} `);

/** Which texts of options stand in a text. */
function findOptions(text: string, key: OptionKey, all: readonly string[]): Set<string> {
  const small = all.filter((one) => !key.withCase.has(one));
  const cased = all.filter((one) => key.withCase.has(one));
  return new Set([...findTexts(text, small), ...findTexts(text, cased, true)]);
}

/** A response that is the text of an option, sign by sign, whatever else its letters may be. */
export function gradeWritten(text: string, { written }: OptionKey): GpqaReward | null {
  const found = writtenOption(text, [...written.right, ...written.wrong]);
  if (found === null) return null;
  const words = plainWords(found);
  return written.right.includes(found)
    ? { reward: 1, extracted: words, reason: 'equal' }
    : wrong('different', words);
}

/** Without a letter the text of an option counts, when no other option is named beside it. */
function gradeTexts(text: string, key: OptionKey): GpqaReward {
  // `lithium` in `the lithium ion` is no other option.
  const others = key.wrong.filter((one) => key.right.every((right) => !isWithin(one, right)));
  const all = [...key.right, ...others];
  const found = findOptions(text, key, all);
  const right = key.right.find((one) => found.has(one));
  const other = others.find((one) => found.has(one));
  if (right === undefined) {
    return other === undefined ? wrong('no_answer', null) : wrong('different', other);
  }
  if (other === undefined) return { reward: 1, extracted: right, reason: 'equal' };
  const isFound = (part: string): ReadonlySet<string> => findOptions(part, key, all);
  const settled = [...statedParts(text).map(isFound), concludedTexts(text, isFound)];
  for (const stated of settled) {
    const statedOther = others.find((one) => stated.has(one));
    const statedRight = key.right.find((one) => stated.has(one));
    if (statedRight !== undefined && statedOther === undefined) {
      return { reward: 1, extracted: statedRight, reason: 'equal' };
    }
    if (statedRight === undefined && statedOther !== undefined) {
      return wrong('different', statedOther);
    }
  }
  return wrong('hedged', null);
}

/** `50` says `50%` where no option is `50` and none is said in full. */
function withoutPercent(key: OptionKey): OptionKey {
  const bare = (texts: readonly string[]): string[] => texts.map((one) => one.replaceAll('%', ''));
  const others = bare(key.wrong);
  return { ...key, right: bare(key.right).filter((one) => !others.includes(one)), wrong: others };
}

/** A box of `b/a` where the options are `x = b/a` and other equations. */
function gradeSide(text: string, { written }: OptionKey): GpqaReward | null {
  const side = boxContent(text);
  const found = side === null ? null : optionOfSide(side, [...written.right, ...written.wrong]);
  if (found === null) return null;
  const words = plainWords(found);
  return written.right.includes(found)
    ? { reward: 1, extracted: words, reason: 'equal' }
    : wrong('different', words);
}

/** What a text says by the text of an option; `50` says `50%` where all others are said so, too. */
export function gradeText(text: string, key: OptionKey): GpqaReward {
  const verdict = gradeTexts(text, key);
  const side = verdict.reason === 'no_answer' ? gradeSide(text, key) : null;
  if (side !== null) return side;
  const isPercent = key.wrong.length > 0 && key.right.some((one) => one.includes('%'));
  return verdict.reason === 'no_answer' && isPercent
    ? gradeTexts(text.slice(-BARE_LENGTH), withoutPercent(key))
    : verdict;
}

/** What is boxed or stated as the answer by the text of an option, and where; null where none is. */
export function gradeStatedText(
  text: string,
  key: OptionKey,
): { verdict: GpqaReward; start: number } | null {
  for (const one of statedParts(text)) {
    const verdict = gradeText(one, key);
    if (verdict.reason === 'equal' || verdict.reason === 'different') {
      return { verdict, start: text.lastIndexOf(one) };
    }
  }
  return null;
}
