import { extractAnswer } from '../math/extract-answer.ts';
import { isOfAnother } from './letter-mismatch.ts';
import type { OptionTexts } from './option-texts.ts';

const LEAD = String.raw`(?:the|final|correct|best|option|answer|choice|is|选项|答案|[\s:：])*`;
/** `B`, `(B)`, `Option B`. */
const ALONE = new RegExp(
  String.raw`^[^\p{L}\p{N}]*${LEAD}[^\p{L}\p{N}]*([A-Za-z])[^\p{L}\p{N}]*$`,
  'iu',
);
/** `B) 5 m`, `(B) 5 m`, `B: 5 m`. */
const WITH_TEXT = /^[\s${}]*(?:option\s{1,4})?(?:\(\s{0,2}([A-Z])\s{0,2}\)|([A-Z])\s{0,2}[).:])/i;
const SEVERAL = /^[\s${}(]*([A-Z])[)\s}]*(?:(?:,|\/|&|and|or|、|和|或)[\s${}(]*[A-Z][)\s}]*)+$/;

/** How much is read before a box. */
const BACK = 60;
/** `\boxed{B} or` this box. */
const OR_BEFORE = /\}[$)\]\\]{0,3}\s{0,4}(?:,|\/|or|and|或|和)\s{0,4}[$([\\]{0,3}$/;

/** `\boxed{A} ` right before this box. */
const BOX_BEFORE =
  /\\f?box(?:ed)?\s{0,3}\{(?:\s|\\[a-z]{2,8}\{|\(){0,4}([A-Z])[\s)}]{0,5}\}[$)\]\\.]{0,4}[\s,]{0,4}[$([\\]{0,4}$/;

/** The letter in the last box of a text; `isHedged` where there are several. */
export interface Enclosed {
  letter: string;
  isHedged: boolean;
  start: number;
}

/** What the last complete box of a text holds, in any font; null where there is none. */
export function boxContent(text: string): string | null {
  return extractAnswer(text)?.slice(0, 200) ?? null;
}

/** The letter that the last box holds, with the text of its option or without. */
export function boxedLetter(text: string, options: OptionTexts): Enclosed | null {
  const content = boxContent(text);
  if (content === null) return null;
  const plain = content.replaceAll(/\\[A-Za-z]+|\\./g, ' ').trim();
  const start = Math.max(text.lastIndexOf('\\boxed'), text.lastIndexOf('\\fbox'));
  const several = SEVERAL.exec(plain)?.[1];
  if (several !== undefined) return { letter: several, isHedged: true, start };
  const alone = ALONE.exec(plain)?.[1];
  const letter =
    alone ??
    WITH_TEXT.exec(plain)
      ?.slice(1)
      .find((group) => group !== undefined);
  if (letter === undefined) return null;
  // `(S)-2-butanol` is no option's letter, and `S` alone is the letter of none.
  const isOther = options.holds(plain, { letter, start: plain.indexOf(letter) });
  if (alone === undefined && (isOther || !options.isValid(letter))) return null;
  const before = text.slice(Math.max(0, start - BACK), start);
  const other = BOX_BEFORE.exec(before)?.[1] ?? letter.toUpperCase();
  const isHedged =
    OR_BEFORE.test(before) ||
    other !== letter.toUpperCase() ||
    isOfAnother(content, { letter, start: content.indexOf(letter) }, options.options);
  return { letter: letter.toUpperCase(), isHedged, start };
}
