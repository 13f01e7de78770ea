/** Words that deny, judge, join or compare, or are part of a number: never what is counted. */
const NO_NOUNS: ReadonlySet<string> = new Set(
  (
    'no not non never none neither nor nothing wrong right correct incorrect true false invalid valid ' +
    'impossible possible undefined unknown unsure uncertain certain sure maybe perhaps probably possibly ' +
    'likely unlikely approximately approx about around almost nearly roughly exactly only just at least ' +
    'most is are was were be been being am has have had do does did can could will would should may ' +
    'might must equals equal isn isnt arent wasnt cant wont and or but if then else than so because ' +
    'since unless except without with from to of for by as in on off over under between more less ' +
    'greater smaller larger bigger fewer too very also either both all any some each every this that ' +
    'it a an the plus minus times divided mod modulo negative positive neg pos point squared cubed ' +
    'square root power exponent factorial double doubled twice thrice triple tripled once half halves ' +
    'halved third thirds quarter quarters fourth fourths fifth fifths sixth sixths seventh sevenths ' +
    'eighth eighths ninth ninths tenth tenths hundredth hundredths thousandth thousandths millionth ' +
    'millionths dozens hundreds thousands millions billions trillions score scores googol zero one two ' +
    'three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty seventy ' +
    'eighty ninety infinity infinite infinitely reciprocal inverse opposite recurring repeating guess answer ' +
    'error oops sorry yes mistake'
  ).split(' '),
);

/** Whether a word may name the things that a number counts: `apples`, but not `wrong` or `halves`. */
export function isCountedNoun(word: string): boolean {
  return /^[A-Za-z]{3,}$/.test(word) && !NO_NOUNS.has(word.toLowerCase());
}
