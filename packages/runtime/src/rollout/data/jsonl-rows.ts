import type { JsonObject } from 'slime-sdk';
import { parseJsonLine } from './parse-json.ts';
import { type PromptDataPath, resolveSlice } from './prompt-data-path.ts';
import { readLines, type TextLine } from './read-lines.ts';
import { kindOf, rowError, type RowPlace } from './row-error.ts';

/** One row of a data file, before its columns are read. */
export interface SourceRow {
  place: RowPlace;
  values: JsonObject;
  /** Names of the columns there are. */
  columns(): readonly string[];
}

/**
 * Streams the rows of a JSON-lines file. Blank lines are no rows; rows outside the slice are not
 * parsed. slime prints bad lines and skips them, which hides them: here they are errors.
 *
 * @throws DataError with file, line and column.
 */
export async function* readJsonlRows(path: PromptDataPath): AsyncGenerator<SourceRow, void> {
  const counted = needsLength(path) ? await countLines(path.file) : Number.POSITIVE_INFINITY;
  const { from, to } = resolveSlice(path, counted);
  if (from >= to) return;
  let row = 0;
  for await (const line of readLines(path.file)) {
    if (row >= from) {
      const place = { file: path.file, row, line: line.number };
      const values = parseRow(line, place);
      yield { place, values, columns: () => Object.keys(values) };
    }
    row += 1;
    if (row >= to) return;
  }
}

function needsLength({ start, end }: PromptDataPath): boolean {
  return (start ?? 0) < 0 || (end ?? 0) < 0;
}

async function countLines(file: string): Promise<number> {
  let count = 0;
  for await (const _ of readLines(file)) count += 1;
  return count;
}

function parseRow(line: TextLine, place: RowPlace): JsonObject {
  const parsed = parseJsonLine(line);
  const hint = line.text.trimStart().startsWith('[')
    ? '; a JSON array must be written as one object a line'
    : '';
  if (!parsed.ok) {
    throw rowError(place, `column ${parsed.column}: ${parsed.message}; mend the line${hint}`);
  }
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw rowError(place, `a row must be a JSON object, not ${kindOf(value)}${hint}`);
  }
  return value;
}
