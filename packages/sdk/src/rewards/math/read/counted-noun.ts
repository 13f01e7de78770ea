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
    'it a an the out plus minus divided mod modulo negative positive neg pos point squared cubed ' +
    'square root power exponent factorial double doubled twice thrice triple tripled once half halves ' +
    'fails works holds breaks exceeds violates contradicts satisfies fits matches remains becomes equals ' +
    'looks appears seems loses suffices differs goes comes does says yields follows occurs happens exists ' +
    'divides misses overshoots undershoots overcounts undercounts rounds approximates counts ' +
    'extraneous spurious erroneous inadmissible admissible acceptable unacceptable feasible infeasible ' +
    'failed worked fail work hold break exceed match remain appear seem lose suffice differ follow ' +
    'halved third thirds quarter quarters fourth fourths fifth fifths sixth sixths seventh sevenths ' +
    'eighth eighths ninth ninths tenth tenths hundredth hundredths thousandth thousandths millionth ' +
    'millionths dozens hundreds thousands millions billions trillions score scores googol zero one two ' +
    'three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty seventy ' +
    'eighty ninety infinity infinite infinitely reciprocal inverse opposite recurring repeating guess answer ' +
    'error oops sorry yes mistake nope nah ish untrue negated rejected excluded included reciprocals ' +
    'inverses opposites conjugate conjugates gross grosses lakh ' +
    'lakhs crore crores myriad myriads googols googolplex bil bils mil mils mill mills mln bln thou ' +
    'dozenth quadruple quadrupled quintuple tens ones twos threes fours ' +
    'fives sixes sevens eights nines percent percents percentage permille permil infinities disproved ' +
    'refuted disallowed discarded ignored ignoring wrongly incorrectly falsely mistaken bogus fake ' +
    'after before when where while until till unlike though although however instead rather versus ' +
    'yet still even what which who how why there here above below behind short larger higher lower ' +
    'high low big small great large few many much lot lots rounded rounding truncated ' +
    'multiplied added subtracted increased decreased mean means meaning implies hence thus therefore ' +
    'you they she him her his its our their these those let say said see suppose assume guessed ' +
    'think thought believe know dont doesnt didnt won wouldnt shouldnt couldnt without excluding including odd even prime composite'
  ).split(' '),
);

/** Words that say which things are counted, but not in the place of the thing. */
const ADJECTIVES: ReadonlySet<string> = new Set(
  (
    'such positive negative possible valid small large big tall short high low great right equal ' +
    'odd even prime composite'
  ).split(' '),
);

/** Words that say of counted things that they are left, added or shared out, which adds no unit. */
const SILENT: ReadonlySet<string> = new Set(
  'more fewer less each total altogether overall left remaining apiece additional extra only'.split(
    ' ',
  ),
);

const PLURALS: ReadonlySet<string> = new Set(
  'people men women children mice feet teeth geese sheep fish deer cattle dice data vertices indices matrices'.split(
    ' ',
  ),
);

/** Parts and large numbers, whichever: `thirteenths`, `elevenths`, `quadrillion`, `fourteen`. */
const NUMBER_WORD =
  /(?:teen|ty|tie|even|elf|eigh|ten|nin|six|fif|four|hundred|thousand|illion|illiard)ths?$|(?:(?:thir|four|fif|six|seven|eigh|nine)teen|illion|illiard)s?$|^(?:twen|thir|for|fif|six|seven|eigh|nine)ty/;

/** Whether a word may name the things that a number counts: `apples`, but not `wrong` or `halves`. */
export function isCountedNoun(word: string): boolean {
  const lower = word.toLowerCase();
  return /^[a-z]{3,}$/.test(lower) && !NO_NOUNS.has(lower) && !NUMBER_WORD.test(lower);
}

/** Whether a word is one of those that count with a noun behind it: `possible values`. */
export function isCountingAdjective(word: string): boolean {
  return ADJECTIVES.has(word.toLowerCase());
}

/** Whether a word behind a number adds nothing to what is counted: `3 more`. */
export function isSilent(word: string): boolean {
  return SILENT.has(word.toLowerCase());
}

/** Whether a word is spelt as a plural. */
export function isPlural(word: string): boolean {
  const lower = word.toLowerCase();
  return /[^s]s$/.test(lower) || PLURALS.has(lower);
}
