const IN_TEXT = /^\\(?:text|mbox|mathrm)\s*\{(\\begin[\s\S]*)\}$/;
const MATRIX = /^\\begin\{((?:[pbvBV]|small)?matrix)\}([\s\S]*)\\end\{\1\}$/;
/** `\left(\begin{array}{cc}…\end{array}\right)`. */
const ARRAY =
  /^(?:(?:\\left)?[([])?\s*\\begin\{array\}\s*\{[^{}]*\}([\s\S]*)\\end\{array\}\s*(?:(?:\\right)?[)\]])?$/;
/** `\mathbf{v} =` and `A^{-1} =` in front of one. */
export const MATRIX_NAME = String.raw`(?:\\[A-Za-z]+\s*\{\s*\\?[A-Za-z]+\s*\}|\\?[A-Za-z]+)(?:\^\s*(?:\{[^{}]*\}|\S))?\s*=\s*`;
const NAME = new RegExp(String.raw`^${MATRIX_NAME}(?=\\begin|\\left|[([])`);

/** The cells of a matrix or a column vector, as they are written; null where a text is none. */
export function matrixCells(source: string): string[][] | null {
  const trimmed = source.trim().replace(NAME, '');
  const written = IN_TEXT.exec(trimmed)?.[1] ?? trimmed;
  const body = MATRIX.exec(written)?.[2] ?? ARRAY.exec(written)?.[1];
  if (body === undefined) return null;
  return body
    .split('\\\\')
    .map((row) => row.split('&').map((cell) => cell.trim()))
    .filter((row, at, all) => at < all.length - 1 || row.length > 1 || row[0] !== '');
}
