import { KeyIndex } from './text/key-index.ts';
import { codePoints } from './text/occurrences.ts';

/**
 * Which share of a text's trigrams of characters, each counted once, another text has too; null
 * where the text is shorter than three characters.
 */
export function trigramOverlap(text: string, reference: string): number | null {
  const [own, other] = [codePoints(text), codePoints(reference)];
  if (own.length < 3) return null;
  const capacity = own.length + other.length;
  const letters = new KeyIndex(capacity);
  const pairs = new KeyIndex(capacity);
  const trigrams = new KeyIndex(capacity);
  // A trigram's key is the number of its first two letters and that of its third: below 2^53.
  const visit = (codes: Uint32Array, onTrigram: (trigram: number) => void): void => {
    let [first, second] = [0, 0];
    for (let at = 0; at < codes.length; at += 1) {
      const third = letters.numberOf(codes[at] ?? 0);
      if (at >= 2) {
        const pair = pairs.numberOf(first * capacity + second);
        onTrigram(trigrams.numberOf(pair * capacity + third));
      }
      first = second;
      second = third;
    }
  };
  let shared = 0;
  visit(own, () => {});
  const distinct = trigrams.size;
  const counted = new Uint8Array(distinct);
  visit(other, (trigram) => {
    if (trigram >= distinct || counted[trigram] === 1) return;
    counted[trigram] = 1;
    shared += 1;
  });
  return shared / distinct;
}
