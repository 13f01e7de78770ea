import { withBasesInDigits } from './base.ts';
import { plainCharacters } from './characters.ts';
import { withMinutes } from './chinese-minutes.ts';
import { withCurrencySign } from './currency-code.ts';
import { withoutEmptyGroups } from './empty-groups.ts';
import { withRoundEnds } from './outward-brackets.ts';
import { withListedQuantifier } from './quantifier.ts';
import { withBinomials } from './selection.ts';

const WRAPPERS: readonly (readonly [string, string])[] = [
  ['$$', '$$'],
  ['$', '$'],
  ['\\(', '\\)'],
  ['\\[', '\\]'],
];

function unwrapped(text: string): string {
  const wrapper = WRAPPERS.find(
    ([open, close]) =>
      text.length > open.length + close.length && text.startsWith(open) && text.endsWith(close),
  );
  return wrapper === undefined ? text : text.slice(wrapper[0].length, -wrapper[1].length);
}

/** One full stop at the end ends a sentence, not the answer. */
const withoutFullStop = (text: string): string =>
  text.replace(/(?:(?<!\.)\.|\\(?:text|mbox|mathrm)\s*\{\s*\.\s*\})$/, '');

/** A blank or a line break of TeX at the end says nothing. */
const withoutBreak = (text: string): string =>
  text
    .trim()
    .replace(/\\(?:\\|$)$/, '')
    .trim();

/** Dollar signs that open and close mathematics go; one alone is an amount of money. */
function withoutDelimiters(text: string): string {
  const bare = text.replace(/\\.|\$/gs, (match) => (match === '$' ? '\u0000' : match));
  const count = bare.split('\u0000').length - 1;
  return bare.replaceAll('\u0000', count === 1 && bare.trim() !== '\u0000' ? '\\$' : '');
}

/** `20^\circ C`, `20\text{ }^\circ\mathrm{F}`: a temperature, and no angle. */
const TEMPERATURE =
  /(?:\{\s*\}|\\text\s*\{\s*\})?(?:\^\s*\{?\s*\\circ\s*\}?|\\degree)(?:\s|~|\\[,;: !])*(?:([CF])|\\(?:text|mathrm|rm)\s*\{[\s~]*([CF])\s*\})(?![A-Za-z])/g;

const withTemperatures = (text: string): string =>
  text.replace(TEMPERATURE, (_, bare: string | undefined, set: string | undefined) =>
    (bare ?? set) === 'C' ? '\\text{ celsius}' : '\\text{ fahrenheit}',
  );

/** Colour and room say nothing. */
const DECORATION = /\\(?:textcolor|colorbox|color|[hv]space\*?)\s*\{[^{}]*\}/g;

/** `\text{\$}5` is `\$5`. */
const DOLLAR = /\\(?:text|mbox|mathrm)\s*\{\s*\\?\$\s*\}/g;

/** `\not=`, `=/=`. */
const UNEQUAL = /\\not\s*=|=\/=/g;

/** `10{:}15`, `3\text{:}30` and `10\!:\!30`: a colon without the room around it. */
const COLON = /(?:\\(?:text|mbox|mathrm)\s*)?\{\s*:\s*\}|\\!:(?:\\!)?|:\\!/g;

/** `10\text{th}`, `21st`, `n^{\text{th}}` of a number: its place in a row. */
const ORDINAL =
  /^(\d[\d,]*)\s*(?:\^\s*)?(?:\{\s*)?(?:\\(?:text|mbox|mathrm)\s*\{\s*)?(?:st|nd|rd|th)\s*\}{0,2}$/;

/** `3 \text{ (double root)}`. */
const MULTIPLICITY =
  /\s*(?:\\(?:text|mbox|mathrm)\s*\{\s*)?\((?:double|triple|repeated)(?: root)?\)\s*\}?$/;

/** `3\text{ to }2`: a ratio. */
const TO = /^(\d+)\s*(?:\\(?:text|mbox|mathrm)\s*\{\s*to\s*\}|\bto\b)\s*(\d+)$/;

/** `\text{minus } 3`. */
const MINUS = /^\\(?:text|mbox|mathrm)\s*\{\s*(?:minus|negative)\s*\}\s*(?=[\d.\\])/i;

/** `或` and `和` between formulas. */
const CHINESE_OR = /(?<=[\dA-Za-z)}\]])\s?或\s?(?=[\dA-Za-z(\\[-])/g;
const CHINESE_AND = /(?<=[\dA-Za-z)}\]])\s?[和与及]\s?(?=[\dA-Za-z(\\[-])/g;

/** An answer in plain characters, without what only delimits it. */
export function plainAnswer(content: string): string {
  const bare = withoutEmptyGroups(plainCharacters(content))
    .replaceAll(DECORATION, '')
    .replaceAll(COLON, ':')
    .replaceAll(UNEQUAL, '\\ne ')
    .replaceAll(CHINESE_OR, ' or ')
    .replaceAll(CHINESE_AND, ' and ')
    .replaceAll(DOLLAR, () => '\\$');
  const plain = withoutBreak(withTemperatures(bare));
  const inside = unwrapped(withoutFullStop(plain).trim());
  const answer = withoutFullStop(withoutBreak(withoutDelimiters(inside))).trim();
  const short = answer
    .replace(ORDINAL, '$1')
    .replace(MULTIPLICITY, '')
    .replace(TO, '$1:$2')
    .replace(MINUS, '-');
  const read = withRoundEnds(
    withMinutes(withBinomials(withBasesInDigits(withCurrencySign(short)))),
  );
  return withListedQuantifier(read);
}

/** Whether an answer says nothing: blanks, empty groups, empty text. */
export function isBlank(answer: string): boolean {
  const rest = answer
    .replaceAll(/\\(?:text|mbox|textrm|mathrm|quad|qquad)(?![A-Za-z])|\\[ ,;:!]/g, '')
    .replaceAll(/[\s{}~]|\\$/g, '');
  return rest === '' || rest === '$' || rest === '\\$';
}

/** An answer that is one text command and nothing else. */
const TEXT = /^\\(?:text|textrm|textbf|textit|mbox|mathrm|mathbf)\s*\{([^{}\\$]*)\}$/;

/** `\pmod 3`, `\pmod{3}`, `\bmod 3`, `(\text{mod } 3)`, `(mod 3)`. */
const MODULUS =
  /\s*(?:\(\s*(?:\\b?mod|mod|\\(?:text|mathrm|operatorname)\s*\{\s*mod\s*\})(?![A-Za-z])\s*\{?\s*(\w+)\s*\}?\s*\)|(?:\\p?b?mod|(?<![A-Za-z\\])mod)(?![A-Za-z])\s*(?:\{\s*(\w+)\s*\}|(\d+|[a-z])))/g;

/** `x_{1}` and `x_1`, `30^{\circ}` and `30^\circ`: one sign needs no group. */
const ONE_SIGN = /([_^])\s*(?:\{\s*(\w|\\[A-Za-z]+)\s*\}|(\w|\\[A-Za-z]+))/g;

/** What is left out of a row. */
const DOTS = /\\(?:[lc]?dots|dots[bcmio])(?![A-Za-z])|\.{3}/g;

/** The answer's spelling with what never changes its meaning taken out. */
export function spelling(answer: string): string {
  return answer
    .replace(TEXT, '$1')
    .replaceAll(/\\(?:left|right)(?![A-Za-z])\.?|\\!/g, '')
    .replaceAll(/\\[dt]frac(?![A-Za-z])/g, '\\frac')
    .replaceAll(/\\text\s*\{\s*\(mod\s*\}/g, '(mod ')
    .replaceAll(MODULUS, ' (mod $1$2$3)')
    .replaceAll(/\\equiv(?![A-Za-z])/g, '≡')
    .replaceAll(DOTS, '…')
    .replaceAll(/\\[,;: ]|~/g, ' ')
    .replaceAll(ONE_SIGN, '$1$2$3 ')
    .replaceAll(/ *([^\w ]) */g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
