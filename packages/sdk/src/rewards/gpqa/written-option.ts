/** What may stand around an answer that is no part of it. */
const AROUND = /^[\s*"'“”‘’`]+|[\s*"'“”‘’`.。]+$/g;
const LATEX_AROUND = /^[\s*"'`$]+|[\s*"'`$.。]+$/g;
const LEAD = /^.{0,80}\banswer\b[*_\s]{0,40}(?:is\b|:)[:*\s]*/i;
const LETTER_ALONE = /^[\s()[\]{}.:*"'$_]*[A-Za-z][\s()[\]{}.:*"'$_]*$/;
/** What is longer than this is no text of an option alone. */
const MOST = 2048;

const flat = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/**
 * The text of an option that a response consists of, or ends with behind `the answer is`, sign by
 * sign; null where there is none. A letter alone may mean another option.
 */
export function writtenOption(response: string, options: readonly string[]): string | null {
  const text = response.trim();
  const line = text.slice(Math.max(text.lastIndexOf('\n') + 1, text.length - MOST));
  const answers = [
    text.length > MOST ? '' : text,
    ...(LEAD.test(line) ? [line.replace(LEAD, '')] : []),
  ];
  const spelt = new Set(
    answers.flatMap((one) => [
      flat(one),
      flat(one.replaceAll(AROUND, '')),
      flat(one.replaceAll(LATEX_AROUND, '')),
    ]),
  );
  const found = options.find(
    (option) => !LETTER_ALONE.test(option) && option.trim() !== '' && spelt.has(flat(option)),
  );
  return found ?? null;
}
