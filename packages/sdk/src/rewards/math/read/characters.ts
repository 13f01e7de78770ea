const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻';
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉₊₋';
const ON_THE_LINE = '0123456789+-';

const GREEK_LETTERS: readonly (readonly [string, string])[] = [
  ['α', 'alpha'],
  ['β', 'beta'],
  ['γ', 'gamma'],
  ['δ', 'delta'],
  ['ε', 'epsilon'],
  ['θ', 'theta'],
  ['λ', 'lambda'],
  ['μ', 'mu'],
  ['π', 'pi'],
  ['ρ', 'rho'],
  ['σ', 'sigma'],
  ['τ', 'tau'],
  ['φ', 'phi'],
  ['ω', 'omega'],
  ['Δ', 'Delta'],
];

/** What one typed character means in LaTeX or ASCII. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ...Array.from('−–—‐‑﹣', (dash): [string, string] => [dash, '-']),
  ...Array.from('×·⋅∗∙', (times): [string, string] => [times, '*']),
  ['÷', '/'],
  ['∕', '/'],
  ['⁄', '/'],
  ['√', '\\sqrt '],
  ['∞', '\\infty '],
  ...GREEK_LETTERS.map(([letter, name]): [string, string] => [letter, `\\${name} `]),
  ['∪', '\\cup '],
  ['∩', '\\cap '],
  ['∁', '\\complement '],
  ['∫', '\\int '],
  ['∑', '\\sum '],
  ['∈', '\\in '],
  ['≤', '\\le '],
  ['≥', '\\ge '],
  ['≠', '\\ne '],
  ['≈', '\\approx '],
  ['±', '\\pm '],
  ['∓', '\\mp '],
  ['∅', '\\emptyset '],
  ['°', '\\degree '],
  ['º', '\\degree '],
  ['∠', '\\angle '],
  ['′', "'"],
  ['’', "'"],
  ['。', '.'],
  ['￥', '¥'],
  ['、', ','],
  ['∶', ':'],
  ['℃', '\\degree C'],
  ['℉', '\\degree F'],
]);

const SPECIAL = /[^\t\n -~]/gu;
const SUPERSCRIPT_RUN = /[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/gu;
const SUBSCRIPT_RUN = /[₊₋]?[₀₁₂₃₄₅₆₇₈₉]+/gu;
const DIGIT = /^\p{Nd}$/u;
/** `½` is one character that stands for `1⁄2`. */
const FRACTION = /^(\d)\u2044(\d+)$/;

const asDigits = (run: string, alphabet: string): string =>
  Array.from(run, (digit) => ON_THE_LINE[alphabet.indexOf(digit)]).join('');

/** The value of a decimal digit of any script: each script's ten stand in a row from its zero. */
function digitValue(code: number): number {
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

function meaning(character: string): string {
  const known = MEANINGS.get(character);
  if (known !== undefined) return known;
  if (/\p{Cf}/u.test(character)) return '';
  if (/\s/u.test(character)) return ' ';
  const code = character.codePointAt(0) ?? 0;
  // Full-width forms sit at a fixed distance from ASCII.
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCodePoint(code - 0xfee0);
  if (DIGIT.test(character)) return String(digitValue(code));
  const [, top, bottom] = FRACTION.exec(character.normalize('NFKC')) ?? [];
  return top === undefined ? character : `\\frac{${top}}{${bottom}}`;
}

/**
 * The text with typed mathematical characters written as LaTeX: minus signs and dashes as `-`,
 * full-width forms and the digits of other scripts as ASCII, every blank as a space, invisible
 * characters left out.
 */
export function plainCharacters(text: string): string {
  return text
    .replace(SUPERSCRIPT_RUN, (run) => `^{${asDigits(run, SUPERSCRIPTS)}}`)
    .replace(SUBSCRIPT_RUN, (run) => `_{${asDigits(run, SUBSCRIPTS)}}`)
    .replace(SPECIAL, meaning);
}
