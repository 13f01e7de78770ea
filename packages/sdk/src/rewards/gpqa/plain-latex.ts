/** A fraction of plain parts; what nests is read as words. */
const FRACTION =
  /\\[dt]?frac[ ]{0,3}\{([^{}]{0,100})\}[ ]{0,3}\{([^{}]{0,100})\}|\\[dt]?frac[ ]{0,3}([0-9])([0-9])/g;
const SIMPLE = /^[ ]{0,3}\\?[A-Za-z0-9.]{1,30}[ ]{0,3}$/;

/** Fonts and sizes, which say nothing. */
const FONT =
  /\\(?:text(?:bf|it|rm|sf|tt)?|math(?:bf|it|rm|sf|tt|normal)|boldsymbol|operatorname|mbox|ce|boxed|fbox|left|right|[dt]isplaystyle|big|Big)(?![A-Za-z])/g;
const GAP = /\\(?:[,;:> ]|q?quad(?![A-Za-z]))|~/g;
/** Gaps that close up, and the comma of thousands in a group. */
const NO_GAP = /\\!|\{(?=,\})|(?<=\{,)\}/g;
/** `(S)\text{-2-butanol}`: a name that goes on. */
const GOES_ON = /(?<=[A-Za-z0-9)\]}])\\(?:text|mathrm|textrm)\{(?=[-–]\d)/g;
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[ ]{0,3}\\(?:times|cdot|ast)(?![A-Za-z])[ ]{0,3}/g, '×'],
  [/[ ]{0,3}\\div(?![A-Za-z])[ ]{0,3}/g, '÷'],
  [/\\pm(?![A-Za-z])/g, '±'],
  [/\\(?:leq?|leqslant)(?![A-Za-z])/g, '≤'],
  [/\\(?:geq?|geqslant)(?![A-Za-z])/g, '≥'],
  [/\\lt(?![A-Za-z])/g, '<'],
  [/\\gt(?![A-Za-z])/g, '>'],
  [/\^[ ]{0,3}(?:\{[ ]{0,3}\\circ[ ]{0,3}\}|\\circ(?![A-Za-z]))/g, '°'],
];

const bracketed = (part: string): string => (SIMPLE.test(part) ? part.trim() : `(${part.trim()})`);

/** Writes the LaTeX that answers are made of as plain signs: `10^{-8}\,\text{m}` is `10^{-8} {m}`. */
export function plainLatex(text: string): string {
  if (!text.includes('\\') && !text.includes('{,}')) return text;
  let plain = text
    .replaceAll(NO_GAP, '')
    .replaceAll(GOES_ON, '')
    .replaceAll(
      FRACTION,
      (_, over?: string, under?: string, digit?: string, other?: string) =>
        `${bracketed(over ?? digit ?? '')}/${bracketed(under ?? other ?? '')}`,
    );
  for (const [pattern, sign] of SIGNS) plain = plain.replaceAll(pattern, sign);
  return plain.replaceAll(FONT, '').replaceAll(GAP, ' ');
}
