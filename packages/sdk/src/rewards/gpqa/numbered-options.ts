import type { OptionTexts } from './option-texts.ts';

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
const NUMERALS = '一二三四五六七八';
const ORDINAL = `(?:${[...ORDINALS, 'last'].join('|')})`;
/** `option 1 or 2`, `the first or second option` are several. */
const NO_LIST = String.raw`(?!\w|[.:]\d|%|\s{0,2}(?:[,/&–-]|\b(?:or|and|to)\b)\s{0,2}\(?\d)`;
const NUMBERED = new RegExp(
  String.raw`(?<!\b${ORDINAL}(?:,|\s{1,3}(?:or|and))\s{1,3}(?:the\s{1,3})?)\b(?:(?:the\s{1,3})?(?<ordinal>${ORDINAL})[^\S\n]{1,3}(?:answer\s{1,3})?(?:option\b|choice(?=\s{1,3}(?:is|was)\s{1,3}(?:the\s{1,3})?(?:correct|right)\b))` +
    String.raw`|(?:option|choice)\s{1,3}[*_(]{0,3}(?<number>[1-8])${NO_LIST}` +
    String.raw`|(?<=\b(?:answer|choice|option)[*_]{0,2}(?:\s{1,3}is|\s{0,2}:)[\s:*_]{1,6}\()(?<bracketed>[1-8])(?=\)${NO_LIST}))`,
  'gi',
);
const NUMBERED_WIDE =
  /第(?<numeral>[一二三四五六七八1-8])[个個]?(?:选项|選項)|(?:选项|選項)\s?(?<number>[1-8])(?![\d.%])/g;
/** How much of a text is read, from its end. */
const MOST = 1 << 13;

/**
 * A text with letters for the options that its end names by number: `the second option`, `Option 2`, `the
 * answer is (2)`, `第二个选项`; null where it names none so. A number in an option's own text names none.
 */
export function letteredNumbers(text: string, { letters, options }: OptionTexts): string | null {
  if (options.length === 0) return null;
  const letterAt = (place: number): string | undefined => {
    const said = ` ${place + 1} `;
    return options.some(({ words }) => ` ${words} `.includes(said)) ? undefined : letters[place];
  };
  const from = Math.max(0, text.length - MOST);
  const end = text.slice(from);
  const plain = end
    .replaceAll(
      NUMBERED,
      (match: string, ordinal?: string, number?: string, bracketed?: string) => {
        const place = ORDINALS.indexOf(ordinal?.toLowerCase() ?? '');
        if (bracketed !== undefined) return letterAt(Number(bracketed) - 1) ?? match;
        const letter =
          number !== undefined
            ? letterAt(Number(number) - 1)
            : letters[place < 0 ? options.length - 1 : place];
        return letter === undefined ? match : `option ${letter}`;
      },
    )
    .replaceAll(NUMBERED_WIDE, (match: string, numeral?: string, number?: string) => {
      const place = NUMERALS.indexOf(numeral ?? number ?? '');
      const letter =
        number === undefined
          ? letters[place < 0 ? Number(numeral) - 1 : place]
          : letterAt(Number(number) - 1);
      return letter === undefined ? match : `选项${letter}`;
    });
  return plain === end ? null : text.slice(0, from) + plain;
}
