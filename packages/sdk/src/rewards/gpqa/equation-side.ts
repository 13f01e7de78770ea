import { answerWords } from './choice-words.ts';

/** `x = b/a`, of one variable. */
const EQUATION =
  /^[\s$*]{0,6}(?:\\?[A-Za-z]{1,6}(?:_\{?\w{1,6}\}?)?)[\s$]{0,6}=(?!=)([^=≈<>]{1,200})$/;

/** Of options that are all equations of a variable, the one that says what it equals; null else. */
export function optionOfSide(side: string, options: readonly string[]): string | null {
  const words = answerWords(side);
  if (words === '' || side.includes('=')) return null;
  const sides = options.map((option) => EQUATION.exec(option)?.[1]);
  if (sides.includes(undefined)) return null;
  const found = options.filter((_, at) => answerWords(sides[at] ?? '') === words);
  return new Set(found.map(answerWords)).size === 1 ? (found[0] ?? null) : null;
}
