import { labelError, type MathLabel, withinBounds } from './label.ts';
import { plainNumber } from './plain-number.ts';

/**
 * Refuses a label that states no answer: mathematics that is broken, without a value or past a
 * bound. Words and notation that is not read are answers, compared by their spelling.
 *
 * What reads formulas is loaded only for labels that are no plain number.
 *
 * @throws DataError that names the grader, the label and what is wrong.
 */
export async function assertLabel(label: MathLabel): Promise<void> {
  if (withinBounds(label, plainNumber) !== null) return;
  const { readStrictly } = await import('./read-strictly.ts');
  const { fault } = withinBounds(label, readStrictly);
  if (fault !== null) throw labelError(label, fault);
}
