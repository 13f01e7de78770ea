/** `CO_2`, `CO$_2$`, `C_{6}`: how many there are of what stands before. */
const COUNT = /(?<=[A-Za-z)\]}])\$?_(?:\{\s?(\d{1,3})\s?\}|(\d))\$?/g;
/** `S_N2`, `S$_{N}$2`: a letter of a name that is set low. */
const LOWERED = /(?<=[A-Za-z])\$?_(?:\{\s?([A-Z])\s?\}|([A-Z]))\$?(?=\d)/g;
/** `{SO}_4`, `{Fe}^{3+}`: what is counted or charged, in a group of its own. */
const COUNTED = /\{([A-Za-z0-9]{1,12})\}(?=\$?_[{\d]|\^\{?\d{0,2}[-+−])/g;
/** Behind a letter or a bracket, and what there are of it, since `10⁻` is no ion. */
const BASE = String.raw`(?<=[A-Za-z)\]}]\$?[0-9₀-₉]{0,3}\$?)`;
/** A sign ends a charge where no operand follows it. */
const END = String.raw`(?![\p{L}\p{N}({[+<>⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻-]|\\[A-Za-z]|\.\d)`;
/** `Fe^{3+}`, `SO4^2-`. */
const POWER_CHARGE = new RegExp(
  String.raw`${BASE}\^\s?(?:\{\s?(\d{0,2})\s?([-+−])\s?\}|(\d{0,2})([-+−])${END})`,
  'gu',
);
/** `Fe³⁺`. */
const RAISED_CHARGE = new RegExp(String.raw`${BASE}([⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2})([⁺⁻])${END}`, 'gu');
/** `[Fe(CN)6]4-`. */
const BRACKET_CHARGE = new RegExp(String.raw`(?<=\])(\d{0,2})([-+−])${END}`, 'gu');
const RAISED_DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** A charge as it is read on: digits, then a raised sign. */
const charge = (digits: string, sign: string): string => {
  const plain = Array.from(digits, (digit) => {
    const at = RAISED_DIGITS.indexOf(digit);
    return at < 0 ? digit : String(at);
  });
  return `${plain.join('')}${sign === '+' || sign === '⁺' ? '⁺' : '⁻'}`;
};

/** Writes counts and charges of formulas in one way: `SO_4^{2-}` and `SO4²⁻` are `SO42⁻`. */
export function plainChemistry(text: string): string {
  let plain = text;
  if (plain.includes('}')) plain = plain.replaceAll(COUNTED, '$1');
  if (plain.includes('_')) {
    plain = plain.replaceAll(LOWERED, '$1$2').replaceAll(COUNT, '$1$2');
  }
  if (plain.includes('^')) {
    plain = plain.replaceAll(
      POWER_CHARGE,
      (_, group?: string, groupSign?: string, digits?: string, sign?: string) =>
        charge(group ?? digits ?? '', groupSign ?? sign ?? ''),
    );
  }
  if (/[⁺⁻]/.test(plain)) {
    plain = plain.replaceAll(RAISED_CHARGE, (_, digits: string, sign: string) =>
      charge(digits, sign),
    );
  }
  if (!plain.includes(']')) return plain;
  return plain.replaceAll(BRACKET_CHARGE, (_, digits: string, sign: string) =>
    charge(digits, sign),
  );
}
