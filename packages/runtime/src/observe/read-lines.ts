import { createReadStream } from 'node:fs';
import { DataError } from 'slime-sdk';
import { isMissing } from './missing-file.ts';

/** A whole line of a file. */
export interface TextLine {
  text: string;
  /** Counted from 1. */
  number: number;
  /** Bytes before it, and its own with the line end. */
  offset: number;
  length: number;
}

const NEWLINE = 10;

/**
 * Reads a file line by line with byte positions. What follows the last line end is no line; a file
 * that is not there has none.
 */
export async function* readLines(path: string): AsyncGenerator<TextLine, void, undefined> {
  const stream = createReadStream(path, { highWaterMark: 1 << 20 });
  const chunks: AsyncIterable<Buffer> = stream;
  let open: Buffer[] = [];
  let offset = 0;
  let number = 0;
  try {
    for await (const chunk of chunks) {
      let from = 0;
      for (;;) {
        const end = chunk.indexOf(NEWLINE, from);
        if (end < 0) break;
        const bytes = Buffer.concat([...open, chunk.subarray(from, end)]);
        open = [];
        from = end + 1;
        number += 1;
        yield { text: bytes.toString('utf8'), number, offset, length: bytes.length + 1 };
        offset += bytes.length + 1;
      }
      if (from < chunk.length) open.push(chunk.subarray(from));
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  } finally {
    stream.destroy();
  }
}

/**
 * Reads a line's JSON.
 *
 * @throws DataError that names file and line.
 */
export function parseLine(path: string, line: TextLine): unknown {
  try {
    return JSON.parse(line.text);
  } catch (error) {
    throw new DataError(
      `${path}: line ${line.number} is no JSON (${error instanceof Error ? error.message : String(error)}); ` +
        'the run cannot be read: start it anew in another folder',
      { cause: error, data: { file: path, line: line.number } },
    );
  }
}
