import { OverBound } from '../math/bounds.ts';
import { isUnusable, labelError, type MathLabel } from '../math/label.ts';
import { plainNumber } from '../math/plain-number.ts';
import type { Answer } from '../math/read/answer.ts';

const CONSTANTS = new Set(['pi', 'e']);

async function isNumber(label: string): Promise<boolean> {
  if (plainNumber(label) !== null) return true;
  const [{ readAnswer }, { contains }, { mayHaveValue }] = await Promise.all([
    import('../math/read/parse-answer.ts'),
    import('../math/read/expression.ts'),
    import('../math/may-have-value.ts'),
  ]);
  const valueOf = (answer: Answer): Answer =>
    answer.kind === 'named' ? valueOf(answer.value) : answer;
  const answer = valueOf(readAnswer(label, { foldCase: false, letterUnits: true }));
  return (
    answer.kind === 'quantity' &&
    !contains(answer.value, (part) => part.kind === 'symbol' && !CONSTANTS.has(part.name)) &&
    mayHaveValue(answer.value)
  );
}

/**
 * Refuses a label that is no number (with a unit or a name, or not): dapo has no other answers.
 *
 * @throws DataError
 */
export async function assertNumericLabel(label: MathLabel): Promise<void> {
  try {
    if (await isNumber(label.text)) return;
  } catch (error) {
    if (!(error instanceof OverBound)) throw error;
    // What is only too much to work out may be one.
    if (!isUnusable(label, error)) return;
    throw labelError(label, `goes past a bound (${error.message})`);
  }
  throw labelError(label, 'is not a number, which an answer of dapo is');
}
