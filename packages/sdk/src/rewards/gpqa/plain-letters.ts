const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma tau upsilon phi chi psi omega';
const ALPHA = 0x3_b1;

/** Signs that are written by others. */
const SPELLED: readonly (readonly [sign: string, spelling: string])[] = [
  ['\u212a', 'k'],
  ['\u0130', 'i'],
  ['µ', 'mu'],
  ['ₙ', 'n'],
  ['ϵ', 'epsilon'],
  ['ϑ', 'theta'],
  ['ϕ', 'phi'],
];
/** What leads to an answer in scripts without blanks: it ends one word and begins another. */
const LEADS = '是为為选選は而';

const codesOf = (spelling: string): number[] => Array.from(spelling, (sign) => sign.charCodeAt(0));

const spellings = new Map<number, readonly number[]>([
  ...GREEK.split(' ').map((name, at): [number, number[]] => [ALPHA + at, codesOf(name)]),
  ...SPELLED.map(([sign, name]): [number, number[]] => [sign.charCodeAt(0), codesOf(name)]),
  ...Array.from(LEADS, (sign): [number, number[]] => [sign.charCodeAt(0), []]),
]);

const [SMALL, LARGE] = [1, 2];
/** Whether letters are capitals, by code; 0 where none has been asked for. */
const cases = new Uint8Array(1 << 16);

/** Whether a letter beyond ASCII is a capital. */
export function isCapital(code: number): boolean {
  if (cases[code] === 0) {
    const letter = String.fromCharCode(code);
    cases[code] = letter === letter.toLowerCase() ? SMALL : LARGE;
  }
  return cases[code] === LARGE;
}

/** The first of the sixteen codes that letters of other scripts are spelt with, four a letter. */
export const NIBBLE = 128;

/** A letter in four parts. */
export const spelt = (code: number): readonly number[] =>
  [12, 8, 4, 0].map((shift) => NIBBLE + ((code >> shift) & 15));

/**
 * How a letter beyond ASCII is written in plain words: one that is Greek by its name, others by
 * {@link NIBBLE}s, small.
 */
export function spellLetter(code: number): readonly number[] {
  const known = spellings.get(code);
  if (known !== undefined) return known;
  const small = String.fromCharCode(code).toLowerCase();
  const smallCode = small.length === 1 ? small.charCodeAt(0) : code;
  const spelling = smallCode === code ? spelt(code) : spellLetter(smallCode);
  spellings.set(code, spelling);
  return spelling;
}

/** Whether a letter is written by a name, as Greek ones are. */
export const isNamed = (spelling: readonly number[]): boolean =>
  spelling.length > 1 && (spelling[0] ?? NIBBLE) < NIBBLE;
