import { rational, type Rational } from './exact/rational.ts';

const NAMES: readonly string[] = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen twenty'
).split(' ');
const TEXT = /^\\(?:text|textbf|textrm|textit|mbox|mathrm)\s*\{([^{}]*)\}$/;

/**
 * The value of a small number in one word: `\text{zero}`, `seven`; null for anything else. Numbers of
 * several words stay words, as slime has them.
 */
export function numberInWords(answer: string): Rational | null {
  const value = NAMES.indexOf((TEXT.exec(answer)?.[1] ?? answer).trim().toLowerCase());
  return value < 0 ? null : rational(BigInt(value));
}
