/** A number, or another word that holds letters or digits, in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** Of a number: its digits with the sign, without grouping and without zeros at the end. */
  readonly value: string | null;
  /** The sign of a currency in front of it. */
  readonly currency: string;
}

/**
 * Words, with what stands between digits and makes one word of them: a fraction, a date, a time, an
 * id. A hyphen before a letter parts two words: `10-day`.
 */
const WORD =
  /[\p{L}\p{N}]+(?:(?:(?<=\d)[.,/:–](?=\d)|_(?=[\p{L}\p{N}])|[-‐‑](?=\d))[\p{L}\p{N}]+)*/gu;

const WHOLE = String.raw`(?:0|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:_\d{3})+|[1-9]\d*)`;
const DECIMALS = String.raw`(?:\.\d+)?`;
const NUMBER = new RegExp(`^${WHOLE}${DECIMALS}$`);
const RANGE = new RegExp(`^(${WHOLE}${DECIMALS})[-‐‑–](${WHOLE}${DECIMALS})$`);

const CURRENCY = /\p{Sc}/u;
const MINUS = /[-‐‑−–]/;
/** After these a dash is none of a number's. */
const BEFORE_DASH = /[\p{L}\p{N}%)\]\-‐‑−–]/u;
const BEFORE_POINT = /[\p{L}\p{N}.]/u;

function valueOf(digits: string, isNegative: boolean): string {
  const [whole = '', decimals = ''] = digits.replaceAll(/[,_]/g, '').split('.');
  const rest = decimals.replace(/0+$/, '');
  const value = `${whole === '' ? '0' : whole}${rest === '' ? '' : `.${rest}`}`;
  return isNegative && value !== '0' ? `-${value}` : value;
}

/** Where a number starts, with its sign and its currency in either order. */
function readPrefix(text: string, from: number) {
  let [start, currency, isNegative] = [from, '', false];
  for (let at = from - 1; at >= 0; at -= 1) {
    const char = text.charAt(at);
    const isCurrency = currency === '' && CURRENCY.test(char);
    const isSign = !isNegative && MINUS.test(char) && !BEFORE_DASH.test(text.charAt(at - 1));
    if (!isCurrency && !isSign) break;
    start = at;
    if (isCurrency) currency = char;
    else isNegative = true;
  }
  return { start, currency, isNegative };
}

function readWord(text: string, word: string, at: number): Span[] {
  const end = at + word.length;
  const hasPoint = text.charAt(at - 1) === '.' && !BEFORE_POINT.test(text.charAt(at - 2));
  if (hasPoint && /^\d/.test(word)) {
    const { start, currency, isNegative } = readPrefix(text, at - 1);
    const value = /^\d+$/.test(word) ? valueOf(`.${word}`, isNegative) : null;
    return [{ start, end, value, currency }];
  }
  if (NUMBER.test(word)) {
    const { start, currency, isNegative } = readPrefix(text, at);
    return [{ start, end, value: valueOf(word, isNegative), currency }];
  }
  const [, low = '', high = ''] = RANGE.exec(word) ?? [];
  // A range ascends: 2024-10 is a month.
  if (high === '' || Number(valueOf(low, false)) > Number(valueOf(high, false))) {
    return [{ start: at, end, value: null, currency: '' }];
  }
  const second = { start: end - high.length, end, value: valueOf(high, false), currency: '' };
  return [...readWord(text, low, at), second];
}

/**
 * The words of a text in order, and which of them are numbers: `$1,577.00` is 1577, `-10` is no 10,
 * `10-12` is a range of 10 and 12. `2024-05-10`, `10:30`, `10,5`, `1.2.3`, `007` and `W10` are none.
 */
export function readNumbers(text: string): Span[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) =>
    readWord(text, word, index),
  ).flat();
}
