/**
 * What Python's `str.isspace` takes for white space. JavaScript's `\s` differs at both ends: it
 * has U+FEFF and lacks U+001C to U+001F and U+0085.
 */
const SPACES =
  '\t\n\v\f\r\u001c\u001d\u001e\u001f \u0085\u00a0\u1680' +
  '\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a' +
  '\u2028\u2029\u202f\u205f\u3000';

/** First position at or after `from` that holds no white space of Python's. */
export function skipPythonSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && SPACES.includes(text.charAt(at))) at += 1;
  return at;
}

/** Python's `str.strip()`. */
export function pythonStrip(text: string): string {
  const start = skipPythonSpace(text, 0);
  let end = text.length;
  while (end > start && SPACES.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
