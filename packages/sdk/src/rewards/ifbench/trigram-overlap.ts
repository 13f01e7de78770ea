import { codePoints } from './text/occurrences.ts';
import { PairIndex } from './text/pair-index.ts';

/**
 * Which share of a text's trigrams of characters, each counted once, another text has too; null
 * where the text is shorter than three characters.
 */
export function trigramOverlap(text: string, reference: string): number | null {
  const own = codePoints(text);
  if (own.length < 3) return null;
  const pairs = new PairIndex();
  const trigrams = new PairIndex();
  // A trigram is the number of its first two characters, and the third.
  const visit = (codes: Uint32Array, onTrigram: (trigram: number) => void): void => {
    for (let at = 2; at < codes.length; at += 1) {
      const pair = pairs.numberOf(codes[at - 2] ?? 0, codes[at - 1] ?? 0);
      onTrigram(trigrams.numberOf(pair, codes[at] ?? 0));
    }
  };
  visit(own, () => {});
  const counted = new Uint8Array(trigrams.size);
  let shared = 0;
  visit(codePoints(reference), (trigram) => {
    if (trigram >= counted.length || counted[trigram] === 1) return;
    counted[trigram] = 1;
    shared += 1;
  });
  return shared / counted.length;
}
