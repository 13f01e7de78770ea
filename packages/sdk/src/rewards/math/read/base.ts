const BASES: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'.split(
    ' ',
  );
const NAME = BASES.slice(2).join('|');
/** The base behind digits, in words or in brackets (not the `X_{(1)}` of a sorted sample): `52_{\text{eight}}`, `52_{(8)}`, `52_{\text{base } 8}`. */
const WRITTEN = new RegExp(
  `(?<=[\\dA-F}])\\s*_\\s*(\\{\\s*)?(?:\\\\(?:text|mathrm|textrm|mbox)\\s*\\{\\s*(${NAME})\\s*\\}|(${NAME})(?![A-Za-z])|(?<=\\d\\s*_\\s*(?:\\{\\s*)?)\\(\\s*(\\d+)\\s*\\)|\\\\text\\s*\\{\\s*base\\s*\\}\\s*(\\d+))(\\s*\\})?`,
  'g',
);

/** A text with the bases of its numbers in digits: `52_{\text{eight}}` is `52_{8}`. */
export function withBasesInDigits(text: string): string {
  return text.replace(
    WRITTEN,
    (
      _,
      open?: string,
      set?: string,
      bare?: string,
      bracketed?: string,
      told?: string,
      close = '',
    ) => {
      const word = set ?? bare;
      const base = word === undefined ? (bracketed ?? told) : BASES.indexOf(word);
      // A brace that was not opened here closes something around the number.
      return `_{${base}}${open === undefined ? close : ''}`;
    },
  );
}
