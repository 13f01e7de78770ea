const MAX_LENGTH = 80;
/** What stands around letters and says nothing. */
const WRAPPING = /\\(?:text|textbf|textrm|mbox|mathrm|mathbf)(?![A-Za-z])|\\[,;: !]|[{}~$]/g;
const ENCLOSED = /\(([A-H])\)/g;
const SEPARATOR = /\s*(?:,|;|&|\band\b|和|与)\s*|\s+/;
const LETTER = /^[A-H]$/;
/** Several letters in the order of the alphabet, each once. */
const JOINED = /^(?=..)A?B?C?D?E?F?G?H?$/;

/**
 * The options that an answer chooses, joined in the order of the alphabet: `ABD` for `ABD`,
 * `A, D, B` and `\text{A, B and D}`. Null for anything else: `BA` is the name of a line.
 */
export function chosenOptions(answer: string): string | null {
  if (answer.length > MAX_LENGTH) return null;
  const bare = answer.replaceAll(WRAPPING, ' ').replaceAll(ENCLOSED, ' $1 ').trim();
  if (JOINED.test(bare)) return bare;
  const letters = bare.split(SEPARATOR).filter((letter) => letter !== '');
  const chosen = new Set(letters);
  if (chosen.size < 2 || chosen.size < letters.length) return null;
  return letters.every((letter) => LETTER.test(letter)) ? letters.toSorted().join('') : null;
}
