import { DataError, type JsonValue } from 'slime-sdk';

/** Where a row stands. */
export interface RowPlace {
  file: string;
  /** Counted from 0, blank lines left out: the number that a slice `@[a:b]` counts by. */
  row: number;
  /** Counted from 1; null in files without lines. */
  line: number | null;
}

/** `train.jsonl:12 (row 11)`; rows count from 0, lines from 1. */
export function formatPlace({ file, row, line }: RowPlace): string {
  return line === null ? `${file}: row ${row}` : `${file}:${line} (row ${row})`;
}

/** The error of a row that cannot be used. */
export function rowError(place: RowPlace, message: string, cause?: unknown): DataError {
  return new DataError(`${formatPlace(place)}: ${message}`, { cause, data: { ...place } });
}

/** What a value is, for a message: `a list`, `null`, `a string`. */
export function kindOf(value: JsonValue | undefined): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
