const isMark = (code: number): boolean =>
  (code >= 33 && code <= 47) ||
  (code >= 58 && code <= 64) ||
  (code >= 91 && code <= 96) ||
  (code >= 123 && code <= 126);

const SPACE = 32;

/** A text without the ASCII punctuation and spaces around it; line ends stay. */
export function trimMarks(text: string): string {
  let [start, end] = [0, text.length];
  const isOuter = (at: number): boolean =>
    text.charCodeAt(at) === SPACE || isMark(text.charCodeAt(at));
  while (start < end && isOuter(start)) start += 1;
  while (end > start && isOuter(end - 1)) end -= 1;
  return text.slice(start, end);
}

/** A text without any ASCII punctuation: `e-mail` is `email`. Other scripts' marks stay. */
export const withoutMarks = (text: string): string => text.replaceAll(/[!-/:-@[-`{-~]+/g, '');
