import { readFileSync } from 'node:fs';

/** An answer as models write it, its label, and whether a careful reader would take it for right. */
export interface FinalAnswer {
  readonly label: string;
  readonly answer: string;
  readonly isRight: boolean;
}

/**
 * Reads a table of final answers that were judged by hand: `# label` starts a label, `+` stands
 * before its right answers, `-` before its wrong ones; `⏎` is a line break.
 */
export function readFinalAnswers(name: 'math' | 'dapo'): FinalAnswer[] {
  const table = readFileSync(new URL(`./${name}.txt`, import.meta.url), 'utf8');
  let label = '';
  return table.split('\n').flatMap((line) => {
    const [sign, text] = [line.slice(0, 1), line.slice(2).replaceAll('⏎', '\n')];
    if (sign === '#') label = text;
    return sign === '+' || sign === '-' ? { label, answer: text, isRight: sign === '+' } : [];
  });
}

/** The right answers to labels that are integers, each with the next integer for a label. */
export function besideTheLabel(answers: readonly FinalAnswer[]): FinalAnswer[] {
  return answers
    .filter(({ label, isRight }) => isRight && /^-?\d+$/.test(label))
    .map((row) => ({ ...row, label: String(Number(row.label) + 1), isRight: false }));
}
