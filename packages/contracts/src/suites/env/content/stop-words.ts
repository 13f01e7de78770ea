import { isStopMarker } from '../../../arbitraries/stop-marker.ts';
import type { Vocabulary } from '../../../arbitraries/vocabulary.ts';

/** `goodbye`, `I am done`. */
const WORDS = /^[A-Za-z][A-Za-z_' -]{2,23}$/;
const MOST_WORDS = 60;

/** Literals of the plugin's source that look like the end of a talk. */
export function stopMarkers({ literals }: Vocabulary): string[] {
  return literals.filter(isStopMarker);
}

/** Any words that the plugin may look for: short literals, and those of its regular expressions. */
export function soughtWords({ literals, regexes }: Vocabulary): string[] {
  const ofRegexes = regexes.flatMap(({ source }) => wordsOf(source));
  const short = literals.filter((literal) => WORDS.test(literal));
  return [...new Set([...ofRegexes, ...short])].slice(0, MOST_WORDS);
}

/** `FINISH` of `\bFINISH\b`. */
function wordsOf(source: string): string[] {
  const plain = source.replaceAll(/\\.|\(\?<?[\w!=:]*>?/g, ' ');
  return plain.match(/[A-Za-z]{3,}/g) ?? [];
}
