import type { Answer } from './answer.ts';
import { matrixCells } from './matrix.ts';

const MARK = String.raw`\s*\^\s*(?:T|\\top|\\intercal|\{\s*(?:T|\\top|\\intercal|\\(?:mathrm|text|mathsf|rm)\s*\{?\s*T\s*\}?)\s*\}|\\(?:mathrm|text|mathsf)\s*\{\s*T\s*\})$`;
const TRANSPOSED = new RegExp(MARK);

/** Numbers between brackets, a name in front or none; nothing in them is read twice. */
const ROW =
  /^(?:(?:\\[a-z]+\s*\{\s*)?[A-Za-z]\s*\}?\s*=\s*)?(?:\\left\s*)?[([][^()[\]^=]*,[^()[\]^=]*[)\]]$/;

/** The source of what a mark of transposition stands at: the `(1,2)` of `(1,2)^T`; null without one. */
export function untransposed(source: string): string | null {
  const mark = TRANSPOSED.exec(source.trimEnd());
  const row = mark === null ? '' : source.slice(0, mark.index).trim();
  return ROW.test(row) || matrixCells(row) !== null ? row : null;
}

/** A row of numbers as a column, a matrix on its side; null for what is neither. */
export function transpose(answer: Answer): Answer | null {
  if (answer.kind === 'named') {
    const value = transpose(answer.value);
    return value === null ? null : { ...answer, value };
  }
  if (answer.kind === 'tuple') return { kind: 'matrix', rows: answer.items.map((item) => [item]) };
  if (answer.kind !== 'matrix') return null;
  const [first = []] = answer.rows;
  if (answer.rows.some((row) => row.length !== first.length)) return null;
  return {
    kind: 'matrix',
    rows: first.map((_, at) => answer.rows.flatMap((row) => row[at] ?? [])),
  };
}
