const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';

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
  ['½', '\\frac{1}{2}'],
  ['⅓', '\\frac{1}{3}'],
  ['⅔', '\\frac{2}{3}'],
  ['¼', '\\frac{1}{4}'],
  ['¾', '\\frac{3}{4}'],
]);

const SPECIAL = /[^\t\n -~]/gu;
const SUPERSCRIPT_RUN = /[⁰¹²³⁴⁵⁶⁷⁸⁹]+/gu;
const SUBSCRIPT_RUN = /[₀₁₂₃₄₅₆₇₈₉]+/gu;

const asDigits = (run: string, alphabet: string): string =>
  Array.from(run, (digit) => alphabet.indexOf(digit)).join('');

function meaning(character: string): string {
  const known = MEANINGS.get(character);
  if (known !== undefined) return known;
  if (/\p{Cf}/u.test(character)) return '';
  if (/\s/u.test(character)) return ' ';
  const code = character.codePointAt(0) ?? 0;
  // Full-width forms sit at a fixed distance from ASCII.
  return code >= 0xff01 && code <= 0xff5e ? String.fromCodePoint(code - 0xfee0) : character;
}

/**
 * The text with typed mathematical characters written as LaTeX: minus signs and dashes as `-`,
 * full-width forms as ASCII, every blank as a space, invisible characters left out.
 */
export function plainCharacters(text: string): string {
  return text
    .replace(SUPERSCRIPT_RUN, (run) => `^{${asDigits(run, SUPERSCRIPTS)}}`)
    .replace(SUBSCRIPT_RUN, (run) => `_{${asDigits(run, SUBSCRIPTS)}}`)
    .replace(SPECIAL, meaning);
}
