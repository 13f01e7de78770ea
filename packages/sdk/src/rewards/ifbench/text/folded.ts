import { codePoints } from './occurrences.ts';

const onlyCode = (text: string, code: number): number => {
  const [first = code, ...more] = codePoints(text);
  return more.length === 0 ? first : code;
};

/**
 * What a letter shares with its other forms: small and capital ones, and those that share a capital
 * (`s` and `ſ`, `k` and the kelvin sign, `i` and both Turkish ones), as Python's IGNORECASE takes them.
 */
/** Scripts of very many letters without case: a text may hold all of them. */
const hasNoCase = (code: number): boolean =>
  (code >= 0x2e_80 && code <= 0xa6_3f) || (code >= 0xac_00 && code <= 0xfa_ff) || code >= 0x1_e9_44;

function foldLetter(code: number): number {
  if (code === 0x1_30) return 105;
  const capital = onlyCode(String.fromCodePoint(code).toUpperCase(), code);
  return onlyCode(String.fromCodePoint(capital).toLowerCase(), capital);
}

/** The code points of a text with the case of letters taken off. */
export function foldedCodes(text: string): Uint32Array {
  const known = new Map<number, number>();
  return codePoints(text).map((code) => {
    if (code < 128) return code >= 65 && code <= 90 ? code + 32 : code;
    if (hasNoCase(code)) return code;
    const folded = known.get(code) ?? foldLetter(code);
    known.set(code, folded);
    return folded;
  });
}
