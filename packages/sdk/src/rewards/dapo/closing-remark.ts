/** `34; done`, `34 and we are done`: the work is over, and the value stands. */
const DONE =
  /(?<=[\d})$%])(?:\s*[,;.—–-]|\s+(?=and\b|so\b))\s*(?:(?:and|so)\s+)?(?:(?:we|i)(?:\s+are|\s+am|['’](?:re|m))\s+)?(?:all\s+)?(?:done|finished|verified|checked|confirmed|q\.?e\.?d)[.!]?$/i;
/** `34 是答案`, `34即为所求`. */
const CHINESE =
  /(?<=[\d})$%])\s*[,，]?\s*[就便即]?[是为](?:正确|最终|最后)?的?(?:答案|所求)[。.]?$/u;
/** `35, not 34`: what is refused may be any number, for it is not the answer. */
const CONTRAST =
  /(?<!\d)(\d(?:[\d,./]*\d)?|\d*[})$%])(?:\s*[,;(]\s*|\s+)(?:and\s+)?(?:not|rather than|instead of)\s+(?!\$?\1)(?:\\\(|\$)?-?\d[\d,./]*(?:\\\)|\$)?\s*\)?\.?$/i;
/** `34 (34 choices)`: the same number, with what it counts. */
const REPEATED = /(?<![\d.,/^])(-?\d+)\$?\s*\(\s*\$?\1(?![\d.,/^])\$?\s+[\p{L}\s-]+\)\.?$/u;
/** Whole numbers of a kind and the range that they are counted in: `204 numbers less than 1000`. */
const RANGE =
  /(?<=\d\$?\s+(?:[\p{L}-]+\s+){0,2}(?:numbers|integers|primes|multiples|divisors|factors|squares|cubes|values|terms|pairs|triples|solutions|palindromes))\s+(?:(?:that|which)\s+are\s+)?(?:(?:strictly\s+)?(?:less|smaller|greater|larger)\s+than(?:\s+or\s+equal\s+to)?|below|above|up\s+to|not\s+exceeding|between|from|divisible\s+by)\s+\$?-?\d[\d.,]*\$?(?:\s+(?:and|to)\s+\$?-?\d[\d.,]*\$?)?(?:,?\s+inclusive)?\.?$/iu;

/** A statement without what ends it and adds no value: a remark, a number that is refused, a range. */
export function withoutClosingRemark(statement: string): string {
  const rest = statement.replace(DONE, '').replace(CHINESE, '').replace(CONTRAST, '$1');
  return rest.replace(REPEATED, '$1').replace(RANGE, '');
}
