import { DataError } from 'slime-sdk';

/** A fault of a source file, with the place that an editor jumps to. */
export function sourceError(file: string, line: number, problem: string): DataError {
  return new DataError(`${file}:${line}: ${problem}`, { data: { file, line } });
}
