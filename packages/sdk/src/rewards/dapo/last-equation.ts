/** What leads to the value that is meant: `$P = \frac12$, so $m+n = 3$`. */
const CONCLUSION = /(?:^|[,;.]?\s)(?:so(?!\s+that)|thus|hence|therefore)\s*,?\s+(?=[^=]*=)/gi;
/** A sum of names: what is asked for when its terms are found. */
const SUM_OF_NAMES = /^[A-Za-z](?:_\w)?(?:\s*\+\s*[A-Za-z](?:_\w)?)+$/;
const SEPARATOR = /[,;]\s*(?:and\s+)?|\s+and\s+/;
const DELIMITERS = /\\[()]|(?<!\\)\$/g;

/**
 * The equation of a statement that states the answer, where it says several: the one that follows
 * `so`, or the last one where it is of a sum of names: `m = 3, n = 4, m+n = 7`. Else the statement.
 */
export function lastEquation(statement: string): string {
  const conclusion = [...statement.matchAll(CONCLUSION)].at(-1);
  if (conclusion !== undefined) {
    return statement.slice(conclusion.index + conclusion[0].length);
  }
  const parts = statement.replaceAll(DELIMITERS, '').split(SEPARATOR);
  const last = parts.at(-1) ?? '';
  const [left = ''] = last.split('=');
  const isList = parts.length > 1 && parts.every((part) => part.includes('='));
  return isList && SUM_OF_NAMES.test(left.trim()) ? last : statement;
}
