/** `C_{10}^{3}` and `A_5^2`, as Chinese books write the number of choices and of arrangements. */
const WRITTEN =
  /(?<![A-Za-z\\])(?:\\(?:mathrm|text|rm)\s*\{\s*([CA])\s*\}|([CA]))\s*_\s*(?:\{\s*(\d{1,6})\s*\}|(\d))\s*\^\s*(?:\{\s*(\d{1,6})\s*\}|(\d))/g;
const COMMAND = /\\[A-Za-z]+/g;

/**
 * A text with choices as binomial coefficients, where it has no letter beside them: in `C_1 e^x` they
 * are names.
 */
export function withBinomials(text: string): string {
  if (/[A-Za-z]/.test(text.replaceAll(WRITTEN, '').replaceAll(COMMAND, ''))) return text;
  return text.replaceAll(
    WRITTEN,
    (written, set?: string, bare?: string, n2?: string, n1?: string, k2?: string, k1?: string) => {
      const [n = '', k = ''] = [n2 ?? n1, k2 ?? k1];
      if (Number(k) > Number(n)) return written;
      const chosen = `\\binom{${n}}{${k}}`;
      return (set ?? bare) === 'C' ? chosen : `${chosen}\\cdot${k}!`;
    },
  );
}
