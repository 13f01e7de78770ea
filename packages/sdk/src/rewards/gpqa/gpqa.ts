import type { JsonObject, JsonValue } from '../../json.ts';
import { assertText } from '../text-argument.ts';
import { visibleText } from '../visible-text.ts';
import { lastAnswerTag } from './answer-tag.ts';
import { withoutEcho } from './echoed-options.ts';
import type { GpqaMetadata } from './gpqa-metadata.ts';
import { type GpqaReward, wrong } from './gpqa-reward.ts';
import { behindGivingUp } from './giving-up.ts';
import { gradeStatedText, gradeText, gradeWritten } from './grade-text.ts';
import { letteredNumbers } from './numbered-options.ts';
import { type OptionKey, readOptionKey } from './option-key.ts';
import { type Stated, statedLetter } from './stated-letter.ts';
import { visibleSigns } from './visible-signs.ts';

function gradeLetter(stated: NonNullable<Stated>, letter: string): GpqaReward {
  if (stated.hedged) return wrong('hedged', stated.letter);
  return stated.letter === letter
    ? { reward: 1, extracted: letter, reason: 'equal' }
    : wrong('different', stated.letter);
}

/** Of a letter that no word calls the answer, and a text that is called so, the text counts. */
function gradeNamed(
  text: string,
  key: OptionKey,
  stated: NonNullable<Stated>,
  letter: string,
): GpqaReward {
  const byLetter = gradeLetter(stated, letter);
  const byText = gradeStatedText(text, key);
  if (byText === null || byText.verdict.reward === byLetter.reward) return byLetter;
  return stated.start > byText.start ? wrong('hedged', stated.letter) : byText.verdict;
}

/** Whether an option is only named before a text gives up. */
const isTakenBack = (text: string, { evidence, start }: NonNullable<Stated>): boolean =>
  evidence === 'named' && start < text.length - behindGivingUp(text).length;

/** The text of an option that counts, stated or not taken back. */
function gradeUnlessGivenUp(text: string, key: OptionKey): GpqaReward {
  const behind = behindGivingUp(text);
  if (behind === text) return gradeText(text, key);
  return gradeStatedText(text, key)?.verdict ?? gradeText(behind, key);
}

/** What a text says by an option's number, unless it calls another option's text the answer. */
function gradeNumber(text: string, key: OptionKey, letter: string): GpqaReward | null {
  const lettered = letteredNumbers(text, key.options);
  const stated = lettered === null ? null : statedLetter(lettered, key.options);
  if (stated === null || stated.evidence === 'named') return null;
  return gradeNamed(text, key, stated, letter);
}

/** What stands in the last `<answer>`, unless another answer is stated behind it; else the whole. */
function answerPart(text: string, { options }: OptionKey): string {
  const tag = lastAnswerTag(text);
  if (tag === null || statedLetter(tag.behind, options)?.evidence === 'stated') return text;
  return tag.content;
}

/**
 * slime's `--rm-type gpqa`: 1 for a response that settles on the right option, else 0.
 *
 * The last explicit statement after the thoughts counts, a letter by word boundaries, and where no
 * letter is stated the text of an option as whole words. The metadata is read and never changed.
 *
 * @throws DataError for a label and metadata that give no right option; TypeError for a response that
 * is no text.
 */
export function gpqa(
  response: string,
  label: JsonValue | undefined,
  metadata?: GpqaMetadata | Readonly<JsonObject> | null,
): GpqaReward {
  assertText('gpqa', response);
  const key = readOptionKey(label, { ...metadata });
  const answer = answerPart(visibleSigns(visibleText(response)), key);
  const text = withoutEcho(answer, key.options.options);
  const written = gradeWritten(text, key);
  if (written !== null) return written;
  if (key.letter === null) return gradeUnlessGivenUp(text, key);
  const stated = statedLetter(text, key.options);
  if (stated === null || isTakenBack(text, stated)) {
    return gradeNumber(text, key, key.letter) ?? gradeUnlessGivenUp(text, key);
  }
  return stated.evidence === 'named'
    ? gradeNamed(text, key, stated, key.letter)
    : gradeLetter(stated, key.letter);
}
