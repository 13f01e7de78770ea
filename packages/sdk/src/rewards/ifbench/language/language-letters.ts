import { kanjiGroups } from './profiles.ts';

/** What langdetect takes for one letter of a script, by the first and last code point. */
const RANGES: readonly [first: number, last: number, letter: string][] = [
  [0x1e_a0, 0x1e_ff, '\u1ec3'],
  [0x20_00, 0x20_6f, ' '],
  [0x30_40, 0x30_9f, '\u3042'],
  [0x30_a0, 0x30_ff, '\u30a2'],
  [0x31_00, 0x31_2f, '\u3105'],
  [0x31_a0, 0x31_bf, '\u3105'],
  [0xac_00, 0xd7_af, '\uac00'],
];
/** Signs that are no letters, Romanian letters with a comma, and the Persian yeh. */
const SINGLE: ReadonlyMap<string, string> = new Map([
  ['\u00a0', ' '],
  ['\u00ab', ' '],
  ['\u00b0', ' '],
  ['\u00bb', ' '],
  ['\u0219', '\u015f'],
  ['\u021b', '\u0163'],
  ['\u06cc', '\u064a'],
]);

let kanji: ReadonlyMap<string, string> | null = null;

function kanjiLetters(): ReadonlyMap<string, string> {
  kanji ??= new Map(
    kanjiGroups
      .trim()
      .split('\n')
      .flatMap((group) =>
        Array.from(group, (character): [string, string] => [character, group[0] ?? '']),
      ),
  );
  return kanji;
}

const isAsciiLetter = (character: string): boolean => /^[A-Za-z]$/.test(character);

/** The letter that a character counts as; a space for what is no letter. */
export function languageLetter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 128) return isAsciiLetter(character) ? character : ' ';
  const single = SINGLE.get(character);
  if (single !== undefined) return single;
  if (code >= 0x4e_00 && code <= 0x9f_ff) return kanjiLetters().get(character) ?? character;
  const range = RANGES.find(([first, last]) => code >= first && code <= last);
  return range?.[2] ?? character;
}
