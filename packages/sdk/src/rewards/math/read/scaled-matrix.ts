import type { Answer } from './answer.ts';
import { MATRIX_NAME } from './matrix.ts';
import { isBare } from './units.ts';

const MATRIX = /\\(?:left\s*\\?[([]\s*\\)?begin\{(?:[pb]?matrix|array)\}/;
const NAME = new RegExp(`^${MATRIX_NAME}`);
const TIMES = /(?:\\cdot|\\times|\*)$/;

/**
 * The matrix of `\frac13\begin{pmatrix}…\end{pmatrix}` and the factor in front of it, with a sign of
 * multiplication or without, as they are written; null where there is none.
 */
export function scaledMatrix(source: string): { factor: string; matrix: string } | null {
  const at = source.search(MATRIX);
  if (at <= 0) return null;
  const front = source.slice(0, at).trim().replace(NAME, '');
  const factor = front.replace(TIMES, '').trimEnd();
  if (factor === '' || /[=&]|^[([]$|\\left/.test(factor)) return null;
  // The matrix stands in a group that opens before it: `\text{\begin{pmatrix}…}`.
  if (factor.split('{').length !== factor.split('}').length) return null;
  return { factor: factor === '-' ? '-1' : factor, matrix: source.slice(at).trimEnd() };
}

/** A matrix with every cell times a number; null where a cell or the factor is no formula. */
export function scale(matrix: Answer, factor: Answer): Answer | null {
  if (matrix.kind !== 'matrix' || factor.kind !== 'quantity' || !isBare(factor.unit)) return null;
  const cells = matrix.rows.flat();
  if (cells.some((cell) => cell.kind !== 'quantity')) return null;
  const scaled = (cell: Answer): Answer =>
    cell.kind === 'quantity'
      ? { ...cell, value: { kind: 'product', factors: [factor.value, cell.value] } }
      : cell;
  return { kind: 'matrix', rows: matrix.rows.map((row) => row.map(scaled)) };
}
