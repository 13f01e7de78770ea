const ARTICLE = /^(?:an?|the) (?=\S)/;
/** `the graph is`, `it is`: what a question asks about, said again. */
const SUBJECT = /^(?:the|it|this|that|these|they|so|thus|therefore|hence)\b[^.,;]*? (?:is|are) /;

const bare = (words: string): string => words.replace(/[.!]$/, '').replace(ARTICLE, '');
const withoutSubject = (words: string): string => bare(bareSubject(words));

function bareSubject(words: string): string {
  const rest = words.replace(SUBJECT, '');
  return / (?:is|are) /.test(rest) ? words : rest;
}

const SEPARATOR = /,\s*(?:and\s+)?|\s+and\s+/;

/** The members of a list in words, in one order; a text that is no list stands alone. */
const members = (words: string): string =>
  words
    .split(SEPARATOR)
    .map((member) => bare(member.trim()))
    .toSorted()
    .join(', ');

/**
 * Whether two answers in words, in small letters, say the same: articles, a full stop and, on one
 * side, a repeated subject left out; lists have no order. `The graph is an ellipse` is `ellipse`.
 */
export function sameWords(a: string, b: string): boolean {
  const [x, y] = [bare(a), bare(b)];
  if (x === y || members(x) === members(y)) return true;
  return withoutSubject(a) === y || x === withoutSubject(b);
}
