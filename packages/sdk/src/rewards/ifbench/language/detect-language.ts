import { languageModel } from './language-model.ts';
import { languageGrams } from './language-grams.ts';

/** Weight of what was never seen, as langdetect smooths. */
const SMOOTHING = 0.5 / 10_000;
/** langdetect takes the mean of 7 trials by chance; more make the same text always the same language. */
const TRIALS = 25;
const MAX_DRAWS = 1000;
const CHECK_EVERY = 5;
const CERTAIN = 0.99999;
/** A language that is less likely is none. */
const LIKELY = 0.1;

/** Numbers from 0 to 1 that look drawn by chance, the same each time: mulberry32. */
function drawer(): () => number {
  let state = 0x5e_ed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Makes the sum 1 and gives the largest. */
function normalise(likelihoods: Float64Array): number {
  const sum = likelihoods.reduce((total, one) => total + one, 0);
  let largest = 0;
  for (const [at, one] of likelihoods.entries()) {
    likelihoods[at] = one / sum;
    largest = Math.max(largest, one / sum);
  }
  return largest;
}

/** How likely each language is by some n-grams of a text, drawn until one language is certain. */
function runTrial(
  grams: readonly Float64Array[],
  draw: () => number,
  languages: number,
): Float64Array {
  const likelihoods = new Float64Array(languages).fill(1 / languages);
  for (let draws = 0; ; draws += 1) {
    const frequencies = grams[Math.floor(draw() * grams.length)];
    for (let at = 0; at < languages; at += 1) {
      likelihoods[at] = (likelihoods[at] ?? 0) * (SMOOTHING + (frequencies?.[at] ?? 0));
    }
    if (draws % CHECK_EVERY > 0) continue;
    if (normalise(likelihoods) > CERTAIN || draws >= MAX_DRAWS) return likelihoods;
  }
}

/**
 * The code of the language of a text, of 55; `unknown` where none is likely, and null where nothing
 * in the text tells of any, such as in numbers. Of a long text only the start is read.
 *
 * What langdetect gives, but for texts of which it gives one language or another by chance.
 */
export function detectLanguage(text: string): string | null {
  const { codes, grams } = languageModel();
  const known = languageGrams(text).flatMap((gram) => grams.get(gram) ?? []);
  if (known.length === 0) return null;
  const draw = drawer();
  const totals = new Float64Array(codes.length);
  for (let trial = 0; trial < TRIALS; trial += 1) {
    for (const [at, one] of runTrial(known, draw, codes.length).entries()) {
      totals[at] = (totals[at] ?? 0) + one / TRIALS;
    }
  }
  const best = totals.indexOf(Math.max(...totals));
  return (totals[best] ?? 0) > LIKELY ? (codes[best] ?? 'unknown') : 'unknown';
}
