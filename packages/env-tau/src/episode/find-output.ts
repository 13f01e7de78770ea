import { readNumbers, type Span } from './read-numbers.ts';

/**
 * How an expected output is looked for in what the agent told the user: as a part of it, as
 * tau-bench does (`10` is found in `9109`), or as a word or a number of its own, numbers by value.
 */
export type OutputMatch = 'substring' | 'boundary';

const LETTER = /[\p{L}\p{N}]/u;
const DIGIT = /\p{N}/u;
/** The commas of `1,234,567`, and no others. */
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g;

/** The number that an output is and nothing else. */
function asNumber(output: string): Span | undefined {
  const [number] = readNumbers(output);
  const isWhole = number?.start === 0 && number.end === output.length;
  return isWhole && number.values.length > 0 && !number.hasUnit ? number : undefined;
}

function statesNumber(message: string, { values: [value = ''], currency }: Span): boolean {
  return readNumbers(message).some(
    (stated) => stated.values.includes(value) && (currency === '' || stated.currency === currency),
  );
}

/** A test of whether a word or a number stands around a place of a text. */
function insideOf(text: string): (at: number) => boolean {
  const inside = new Uint8Array(text.length + 1);
  for (const { start, end } of readNumbers(text)) inside.fill(1, start + 1, end);
  return (at) => inside[at] === 1;
}

function isFoundAlone(text: string, output: string): boolean {
  if (output === '') return true;
  const isInside = insideOf(text);
  const isCut = (own: string, beside: string, at: number): boolean =>
    DIGIT.test(own) ? isInside(at) : LETTER.test(own) && LETTER.test(beside);
  for (let start = text.indexOf(output); start !== -1; start = text.indexOf(output, start + 1)) {
    const end = start + output.length;
    const isCutBefore = isCut(output.charAt(0), text.charAt(start - 1), start);
    if (!isCutBefore && !isCut(output.charAt(output.length - 1), text.charAt(end), end))
      return true;
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
  const number = asNumber(output);
  if (number !== undefined) return messages.some((message) => statesNumber(message, number));
  const wanted = output.toLowerCase().replace(THOUSANDS, '');
  return messages.some((message) =>
    isFoundAlone(message.toLowerCase().replace(THOUSANDS, ''), wanted),
  );
}
