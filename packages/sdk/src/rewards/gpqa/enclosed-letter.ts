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

const GAP = String.raw`(?:\s|\\q?quad\b|\\[,;:! ]){0,6}`;
const JOINER = String.raw`(?:,|\/|and\/or|or|and|\\text\{\s{0,2}(?:or|and)\s{0,2}\}|或|和)`;
/** `\boxed{B} or`, `\boxed{B}, or maybe` and `\boxed{B} \text{ or }` this box. */
const OR_BEFORE = new RegExp(
  String.raw`\}[$)\]\\]{0,3}${GAP}[,(]?${GAP}${JOINER}(?:\s{1,4}(?:also|even|maybe|perhaps|possibly))?${GAP}[$([\\]{0,3}$`,
  'i',
);
/** The most that stands between two boxes of which one may be meant. */
const BETWEEN = 64;

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

const lastBox = (text: string): number =>
  Math.max(text.lastIndexOf('\\boxed'), text.lastIndexOf('\\fbox'));

const isAlternative = (text: string, start: number): boolean =>
  OR_BEFORE.test(text.slice(Math.max(0, start - BETWEEN), start));

/** How far before a box another one is looked for. */
const BEFORE = 400;

/** What the last box holds; with an `or` in front of it, from the box before on. */
export function boxedWords(text: string): string {
  const content = boxContent(text);
  if (content === null) return '';
  const start = lastBox(text);
  if (!isAlternative(text, start)) return content;
  const from = Math.max(0, start - BEFORE);
  const first = from + Math.max(0, lastBox(text.slice(from, start)));
  return text.slice(first, text.indexOf(content, start) + content.length);
}

/** The letter that the last box holds, with the text of its option or without. */
export function boxedLetter(text: string, options: OptionTexts): Enclosed | null {
  const content = boxContent(text);
  if (content === null) return null;
  const plain = content.replaceAll(/\\[A-Za-z]+|\\./g, ' ').trim();
  const start = lastBox(text);
  const several = SEVERAL.exec(plain)?.[1];
  if (several !== undefined) return { letter: several, isHedged: true, start };
  const alone = ALONE.exec(plain)?.[1];
  const letter =
    alone ??
    WITH_TEXT.exec(plain)
      ?.slice(1)
      .find((group) => group !== undefined);
  if (letter === undefined) return null;
  if (options.isText(letter)) return null;
  // `(S)-2-butanol` is no option's letter, and `S` alone is the letter of none.
  const isOther = options.holds(plain, { letter, start: plain.indexOf(letter) });
  if (alone === undefined && (isOther || !options.isValid(letter))) return null;
  const before = text.slice(Math.max(0, start - BETWEEN), start);
  const other = BOX_BEFORE.exec(before)?.[1] ?? letter.toUpperCase();
  const isHedged =
    isAlternative(text, start) ||
    other !== letter.toUpperCase() ||
    isOfAnother(content, { letter, start: content.indexOf(letter) }, options.options);
  return { letter: letter.toUpperCase(), isHedged, start };
}
