import type { JsonObject, JsonValue } from '../../json.ts';
import type { Verdict } from '../verdict.ts';
import { visibleText } from '../visible-text.ts';
import { findTexts } from './find-texts.ts';
import type { GpqaMetadata } from './gpqa-metadata.ts';
import { type OptionKey, readOptionKey } from './option-key.ts';
import { plainWords } from './plain-words.ts';
import { type Stated, statedLetter } from './stated-letter.ts';
import { writtenOption } from './written-option.ts';

/** `hedged`: the response names more than one option and settles on none. */
export type GpqaReason = 'equal' | 'different' | 'hedged' | 'no_answer';

/** slime's reward `gpqa`, with the letter or text that was taken for the answer. */
export type GpqaReward = Verdict<0 | 1, GpqaReason>;

const ANSWER_IS = /\banswer\b[*_\s]{0,40}(?:is\b|:)/gi;
/** How much is read behind `the answer is` for the text of an option. */
const STATEMENT_LENGTH = 2048;

const wrong = (reason: Exclude<GpqaReason, 'equal'>, extracted: string | null): GpqaReward => ({
  reward: 0,
  extracted,
  reason,
});

function gradeLetter(stated: NonNullable<Stated>, letter: string): GpqaReward {
  if (stated.hedged) return wrong('hedged', stated.letter);
  return stated.letter === letter
    ? { reward: 1, extracted: letter, reason: 'equal' }
    : wrong('different', stated.letter);
}

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

/** Which texts of options stand in a text. */
function findOptions(text: string, key: OptionKey, all: readonly string[]): Set<string> {
  const small = all.filter((one) => !key.withCase.has(one));
  const cased = all.filter((one) => key.withCase.has(one));
  return new Set([...findTexts(text, small), ...findTexts(text, cased, true)]);
}

/** A response that is the text of an option, sign by sign, whatever else its letters may be. */
function gradeWritten(text: string, { written }: OptionKey): GpqaReward | null {
  const found = writtenOption(text, [...written.right, ...written.wrong]);
  if (found === null) return null;
  const words = plainWords(found);
  return written.right.includes(found)
    ? { reward: 1, extracted: words, reason: 'equal' }
    : wrong('different', words);
}

/** Without a letter the text of an option counts, when no other option is named beside it. */
function gradeText(text: string, key: OptionKey): GpqaReward {
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
  const stated = findOptions(lastStatement(text), key, all);
  const statedOther = others.find((one) => stated.has(one));
  const statedRight = key.right.find((one) => stated.has(one));
  if (statedRight !== undefined && statedOther === undefined) {
    return { reward: 1, extracted: statedRight, reason: 'equal' };
  }
  if (statedRight === undefined && statedOther !== undefined)
    return wrong('different', statedOther);
  return wrong('hedged', null);
}

/** `50` says `50%` where no option is `50` and none is said in full. */
function withoutPercent(key: OptionKey): OptionKey {
  const bare = (texts: readonly string[]): string[] => texts.map((one) => one.replaceAll('%', ''));
  const others = bare(key.wrong);
  return { ...key, right: bare(key.right).filter((one) => !others.includes(one)), wrong: others };
}

const isWithin = (text: string, other: string): boolean => ` ${other} `.includes(` ${text} `);

/**
 * slime's `--rm-type gpqa`: 1 for a response that settles on the right option, else 0.
 *
 * The last explicit statement after the thoughts counts, a letter by word boundaries, and where no
 * letter is stated the text of an option as whole words. The metadata is read and never changed.
 *
 * @throws DataError for a label and metadata that give no right option.
 */
export function gpqa(
  response: string,
  label: JsonValue | undefined,
  metadata?: GpqaMetadata | Readonly<JsonObject> | null,
): GpqaReward {
  const key = readOptionKey(label, { ...metadata });
  const text = visibleText(response);
  const written = gradeWritten(text, key);
  if (written !== null) return written;
  const stated = statedLetter(text, key.letters);
  if (stated !== null && key.letter !== null) return gradeLetter(stated, key.letter);
  const verdict = gradeText(text, key);
  return verdict.reason === 'no_answer' && key.right.some((one) => one.includes('%'))
    ? gradeText(text, withoutPercent(key))
    : verdict;
}
