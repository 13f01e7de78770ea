import type { OptionTexts } from './option-texts.ts';

const LIST = String.raw`(?<list>[A-Z](?:(?:[、和与與及]|,?\s{1,3}and\s{1,3}|,\s{0,3})?[A-Z]){1,9})`;
/** `ABC均错误`, `A, B and C are wrong`. */
const RULED_OUT = new RegExp(
  String.raw`(?<!\b(?:if|that|whether|unless|如果|若)\s{0,2})(?<![\p{L}\p{N}])${LIST}(?:[项項]|选项|選項)?(?:\s{0,2}(?:[均都皆全]|[两三]项?)[是都]?(?:错误?|錯誤?|不[对對]|不正[确確])的?|\s{1,3}are\s{1,3}(?:all\s{1,3})?(?:wrong|incorrect|false))(?=[\s*]{0,2}(?:$|[.,;!。，；！\n]))`,
  'gu',
);
/** How much of a text is read, from its end. */
const MOST = 2048;

/**
 * The only option that a text leaves where it rules out all others in one breath and says nothing
 * of this one; null where it leaves more or none.
 */
export function remainingLetter(
  text: string,
  { options }: OptionTexts,
): { letter: string; start: number } | null {
  const from = Math.max(0, text.length - MOST);
  const end = text.slice(from);
  const last = Array.from(end.matchAll(RULED_OUT)).at(-1);
  if (last === undefined) return null;
  const out = last.groups?.['list'] ?? '';
  const left = options.filter(({ letter }) => !out.includes(letter));
  const letter = left[0]?.letter;
  if (left.length !== 1 || letter === undefined) return null;
  const rest = end.slice(last.index + last[0].length);
  const isJudged = new RegExp(`(?<![A-Za-z])${letter}(?![A-Za-z])`).test(rest);
  return isJudged ? null : { letter, start: from + last.index };
}
