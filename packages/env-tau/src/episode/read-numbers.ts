import { CURRENCY_CODES, UNITS } from './units.ts';

/** A number, or another word that holds letters or digits, in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /**
   * Of a number: its digits with the sign, without grouping and without zeros at the end; behind it
   * the same without the sign, where the dash in front may be none. Of another word nothing.
   */
  readonly values: readonly string[];
  /** The sign of a currency in front of it. */
  readonly currency: string;
  /** Whether the code of a currency or a unit is glued to it. */
  readonly hasUnit: boolean;
}

/**
 * Words, with what stands between digits and makes one word of them: a fraction, a date, a time, an
 * id. A hyphen before a letter parts two words: `10-day`.
 */
const WORD =
  /[\p{L}\p{N}]+(?:(?:(?<=\d)[.,/:–](?=\d)|_(?=[\p{L}\p{N}])|[-‐‑](?=\d))[\p{L}\p{N}]+)*/gu;

const WHOLE = String.raw`(?:0|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:_\d{3})+|[1-9]\d*)`;
const DECIMALS = String.raw`(?:\.\d+)?`;
const AFTER = String.raw`(?:${[...CURRENCY_CODES, ...UNITS].join('|')})?`;
/** A code in front may have the sign behind it, as `$-10` has. */
const BEFORE = String.raw`(?:${CURRENCY_CODES.join('|')})?`;
const NUMBER = new RegExp(`^(${BEFORE})([-‐‑]?)(${WHOLE}${DECIMALS})(${AFTER})$`);
const RANGE = new RegExp(
  `^(${BEFORE}${WHOLE}${DECIMALS}${AFTER})[-‐‑–](${WHOLE}${DECIMALS}${AFTER})$`,
);
const DECIMALS_ALONE = new RegExp(String.raw`^(\d+)(${AFTER})$`);

const CURRENCY = /\p{Sc}/u;
const MINUS = /[-‐‑−–]/;
/** After these a dash is none of a number's. */
const BEFORE_DASH = /[\p{L}\p{N}%)\]\-‐‑−–]/u;
const BEFORE_POINT = /[\p{L}\p{N}.]/u;
const SPACE = /[ \u{A0}\u{202F}]/u;

function valueOf(digits: string, isNegative: boolean): string {
  const [whole = '', decimals = ''] = digits.replaceAll(/[,_]/g, '').split('.');
  const rest = decimals.replace(/0+$/, '');
  const value = `${whole === '' ? '0' : whole}${rest === '' ? '' : `.${rest}`}`;
  return isNegative && value !== '0' ? `-${value}` : value;
}

/** What stands in front of a number. */
interface Prefix {
  /** Of what is glued to the number. */
  start: number;
  currency: string;
  sign: 'none' | 'minus' | 'either';
}

/** Where a number starts, with its sign and its currency in either order. */
function readPrefix(text: string, from: number, previous: Span | undefined): Prefix {
  const prefix: Prefix = { start: from, currency: '', sign: 'none' };
  for (let at = from - 1; at >= 0; at -= 1) {
    const char = text.charAt(at);
    const isCurrency = prefix.currency === '' && CURRENCY.test(char);
    const isSign = prefix.sign === 'none' && MINUS.test(char);
    const sign = isSign ? readSign(text, at + 1, previous) : 'none';
    if (!isCurrency && sign === 'none') break;
    prefix.start = at;
    if (isCurrency) prefix.currency = char;
    else prefix.sign = sign;
  }
  if (prefix.sign !== 'none') return prefix;
  let at = prefix.start;
  const beyond = text.charAt(at - 2);
  if (prefix.currency === '' && SPACE.test(text.charAt(at - 1)) && CURRENCY.test(beyond)) {
    prefix.currency = beyond;
    at -= 2;
  }
  if (prefix.currency !== '') prefix.sign = readSign(text, at, previous);
  return prefix;
}

/**
 * The sign in front of a place, a space between them or none. `- $10` may stand in a list, and
 * `$10 -$12` may be a range; a dash behind a word (`Bottle - $10`) parts it from its price.
 */
function readSign(text: string, at: number, previous: Span | undefined): Prefix['sign'] {
  const isApart = SPACE.test(text.charAt(at - 1));
  const dash = isApart ? at - 2 : at - 1;
  if (!MINUS.test(text.charAt(dash))) return 'none';
  const before = isApart && SPACE.test(text.charAt(dash - 1)) ? dash - 2 : dash - 1;
  if (BEFORE_DASH.test(text.charAt(before))) return 'none';
  return isApart || isBehindNumber(text, dash, previous) ? 'either' : 'minus';
}

/** Whether a number and a space stand before a place. */
function isBehindNumber(text: string, at: number, previous: Span | undefined): boolean {
  if (previous === undefined || previous.values.length === 0) return false;
  const end = previous.end + (text.charAt(previous.end) === '%' ? 1 : 0);
  return end === at - 1 && SPACE.test(text.charAt(end));
}

function numberOf(digits: string, end: number, hasUnit: boolean, prefix: Prefix): Span {
  const { start, currency, sign } = prefix;
  const values = [
    ...(sign === 'none' ? [] : [valueOf(digits, true)]),
    ...(sign === 'minus' ? [] : [valueOf(digits, false)]),
  ];
  return { start, end, values, currency, hasUnit };
}

function readWord(text: string, word: string, at: number, previous: Span | undefined): Span[] {
  const end = at + word.length;
  const other = { start: at, end, values: [], currency: '', hasUnit: false };
  const hasPoint = text.charAt(at - 1) === '.' && !BEFORE_POINT.test(text.charAt(at - 2));
  if (hasPoint && /^\d/.test(word)) {
    const prefix = readPrefix(text, at - 1, previous);
    const [, decimals, unit] = DECIMALS_ALONE.exec(word) ?? [];
    if (decimals === undefined) return [{ ...other, start: prefix.start }];
    return [numberOf(`.${decimals}`, end, unit !== '', prefix)];
  }
  const [, code = '', dash = '', digits, unit = ''] = NUMBER.exec(word) ?? [];
  if (digits !== undefined) {
    const prefix = readPrefix(text, at, previous);
    if (dash !== '') prefix.sign = 'minus';
    return [numberOf(digits, end, code !== '' || unit !== '', prefix)];
  }
  const parts = word.split('/');
  // Dates and fractions have whole parts.
  if (parts.length > 1 && word.includes('.') && parts.every((part) => NUMBER.test(part))) {
    return readParts(text, parts, at, previous);
  }
  const [, low = '', high = ''] = RANGE.exec(word) ?? [];
  if (high === '') return [other];
  const ends = readParts(text, [low, high], at, previous);
  // A range ascends: 2024-10 is a month.
  const [from, to] = ends.map(({ values }) => Math.abs(Number(values[0])));
  return from !== undefined && to !== undefined && from <= to ? ends : [other];
}

/** The numbers that a word consists of, with one character between them. */
function readParts(
  text: string,
  parts: readonly string[],
  at: number,
  previous: Span | undefined,
): Span[] {
  const spans: Span[] = [];
  let start = at;
  for (const part of parts) {
    spans.push(...readWord(text, part, start, previous));
    start += part.length + 1;
  }
  return spans;
}

/**
 * The words of a text in order, and which of them are numbers: `$1,577.00` is 1577, `-10` is no 10,
 * `10-12` is a range of 10 and 12, `USD10` and `10kg` are 10. `2024-05-10`, `10:30`, `10,5`, `1.2.3`,
 * `007` and `W10` are none.
 */
export function readNumbers(text: string): Span[] {
  const spans: Span[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    for (const span of readWord(text, word, index, spans.at(-1))) spans.push(span);
  }
  return spans;
}
