/**
 * How an expected output is looked for in what the agent told the user: as a part of it, as
 * tau-bench does (`10` is found in `9109`), or with no letter, digit or decimals beside it.
 */
export type OutputMatch = 'substring' | 'boundary';

const WORD = /[\p{L}\p{N}]/u;
const DIGIT = /[0-9]/;
/** The commas of `1,234,567`, and no others. */
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g;

function isPart(char: string, beyond: string): boolean {
  return WORD.test(char) || (char === '.' && DIGIT.test(beyond));
}

function standsAlone(text: string, start: number, end: number): boolean {
  const [before, beyond] = [text.charAt(start - 1), text.charAt(start - 2)];
  const [after, further] = [text.charAt(end), text.charAt(end + 1)];
  const [first, last] = [text.charAt(start), text.charAt(end - 1)];
  return (
    !(WORD.test(first) && isPart(before, beyond)) && !(WORD.test(last) && isPart(after, further))
  );
}

function isFoundAlone(text: string, output: string): boolean {
  if (output === '') return true;
  for (let at = text.indexOf(output); at !== -1; at = text.indexOf(output, at + 1)) {
    if (standsAlone(text, at, at + output.length)) return true;
  }
  return false;
}

/** Whether one of the agent's messages to the user states an expected output. */
export function findOutput(
  output: string,
  messages: readonly string[],
  match: OutputMatch,
): boolean {
  if (match === 'substring') {
    const wanted = output.toLowerCase();
    return messages.some((message) => message.toLowerCase().replaceAll(',', '').includes(wanted));
  }
  const wanted = output.toLowerCase().replace(THOUSANDS, '');
  return messages.some((message) =>
    isFoundAlone(message.toLowerCase().replace(THOUSANDS, ''), wanted),
  );
}
