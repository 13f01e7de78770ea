import { OverBound } from './bounds.ts';
import { labelError, type MathLabel, readable } from './label.ts';
import { plainNumber } from './plain-number.ts';

/**
 * Refuses a label that states no answer: mathematics that is broken, without a value or of more
 * digits than could be written out. Words, notation that is not read and what is too much to work out
 * are answers, compared by their spelling.
 *
 * What reads formulas is loaded only for labels that are no plain number.
 *
 * @throws DataError that names the grader, the label and what is wrong.
 */
export async function assertLabel(label: MathLabel): Promise<void> {
  let fault: string | null;
  try {
    if (readable(label, plainNumber) !== null) return;
    const { readStrictly } = await import('./read-strictly.ts');
    ({ fault } = readable(label, readStrictly));
  } catch (error) {
    if (!(error instanceof OverBound)) throw error;
    return;
  }
  if (fault !== null) throw labelError(label, fault);
}
