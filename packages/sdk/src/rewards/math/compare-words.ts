const ARTICLE = /^(?:an?|the) (?=\S)/;
/** `the graph is`, `it is`: what a question asks about, said again. */
const SUBJECT = /^(?:the|it|this|that|these|they|so|thus|therefore|hence)\b[^.,;]*? (?:is|are) /;

const bare = (words: string): string => words.replace(/[.!]$/, '').replace(ARTICLE, '');
const withoutSubject = (words: string): string => bare(bareSubject(words));

function bareSubject(words: string): string {
  const rest = words.replace(SUBJECT, '');
  return / (?:is|are) /.test(rest) ? words : rest;
}

/**
 * Whether two answers in words, in small letters, say the same: articles, a full stop and, on one
 * side, a repeated subject left out. `The graph is an ellipse` is `ellipse`.
 */
export function sameWords(a: string, b: string): boolean {
  const [x, y] = [bare(a), bare(b)];
  return x === y || withoutSubject(a) === y || x === withoutSubject(b);
}
