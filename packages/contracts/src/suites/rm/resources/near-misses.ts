import type { Vocabulary } from '../../../arbitraries/vocabulary.ts';

/** A text that a regular expression nearly matches: prefix, a part that repeats, suffix. */
export interface NearMiss {
  prefix: string;
  pump: string;
  suffix: string;
  /** Of the expression. */
  source: string;
}

const MOST_REGEXES = 20;
const MOST_PUMPS = 5;
/** Ends what an expression reads, and is in none of the usual classes. */
const SUFFIX = '\u0001!';
/** Pieces of an expression that match one character, and one that they match. */
const PIECES = /\\(?:[dDsSwWbB]|.)|\[(?:\\.|[^\]\\])*\]|\.|[^\\[\]().*+?{}|^$]/g;

/** Near misses of the expressions of a plugin's own source. */
export function nearMisses({ regexes }: Vocabulary): readonly NearMiss[] {
  return regexes.slice(0, MOST_REGEXES).flatMap(({ source }) => {
    const characters = [...source.matchAll(PIECES)].map(([piece]) => characterOf(piece));
    const [prefix = ''] = /^[^\\[\]().*+?{}|^$]*/.exec(source.replace(/^\^/, '')) ?? [];
    const single = new Set(characters.filter((character) => character !== ''));
    const pairs = characters.map((character, at) => character + (characters[at + 1] ?? ''));
    const pumps = [...new Set([...single, ...pairs.filter(({ length }) => length > 1)])];
    return pumps
      .slice(0, MOST_PUMPS)
      .map((pump): NearMiss => ({ prefix, pump, suffix: SUFFIX, source }));
  });
}

function characterOf(piece: string): string {
  if (piece === '.' || piece === '\\w' || piece === '\\D' || piece === '\\S') return 'a';
  if (piece === '\\d') return '1';
  if (piece === '\\s' || piece === '\\W') return ' ';
  if (piece === '\\n') return '\n';
  if (piece === '\\b' || piece === '\\B') return '';
  if (piece.startsWith('\\')) return piece.slice(1);
  if (piece.startsWith('[^')) return 'a';
  if (piece.startsWith('[')) return characterOf(/^\[(\\?.)/.exec(piece)?.[1] ?? '');
  return piece;
}
