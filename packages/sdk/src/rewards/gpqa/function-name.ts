const FUNCTION =
  /(?:sqrt|sin|cos|tan|log|ln|exp)(?![A-Za-z0-9])(?:\s?[{([]\s?|\s{0,2}(?=[\d.\\\u0370-\u03ff]|[A-Za-z](?![A-Za-z])))/iy;
/** The letters that these functions begin with, at their codes: most words begin with others. */
const BEGINS_FUNCTION = new Uint8Array(128);
for (const letter of 'sctle') BEGINS_FUNCTION[letter.charCodeAt(0)] = 1;
const SECOND_OF_FUNCTION = new Uint8Array(128);
for (const letter of 'qioanx') SECOND_OF_FUNCTION[letter.charCodeAt(0)] = 1;
const THIRD_OF_FUNCTION = new Uint8Array(128).fill(1, 0, 97);
for (const letter of 'rnsgp{') THIRD_OF_FUNCTION[letter.charCodeAt(0)] = 1;

/** Where the operand of a function of mathematics begins whose name is at a place; -1 for another word. */
export function operandOfFunction(text: string, start: number): number {
  if (BEGINS_FUNCTION[text.charCodeAt(start) | 32] !== 1) return -1;
  if (SECOND_OF_FUNCTION[text.charCodeAt(start + 1) | 32] !== 1) return -1;
  if (THIRD_OF_FUNCTION[text.charCodeAt(start + 2) | 32] !== 1) return -1;
  FUNCTION.lastIndex = start;
  return FUNCTION.test(text) ? FUNCTION.lastIndex : -1;
}
