import { constants } from 'node:buffer';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { DataError } from 'slime-sdk';

const NEWLINE = 0x0a;
const CHUNK_BYTES = 1 << 18;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** One line of a text file. */
export interface TextLine {
  /** Counted from 1. */
  number: number;
  /** Without its LF and byte order mark; the CR of a CRLF stays, which JSON takes for a space. */
  text: string;
  /** The first byte that is not UTF-8, counted from 1; null when all are. */
  badByte: number | null;
}

/**
 * Gives the lines of a text file that are not blank, one at a time: memory is bounded by the
 * longest line.
 *
 * @param stream what is read, where that is not the file of this name.
 * @throws DataError when the file cannot be read, or a line is longer than a string can be.
 */
export async function* readLines(file: string, stream?: Readable): AsyncGenerator<TextLine, void> {
  let number = 1;
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const chunk of readChunks(file, stream)) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      const line = decodeLine([...pieces, chunk.subarray(from, at)], number);
      if (line.text.trim() !== '') yield line;
      number += 1;
      pieces = [];
      size = 0;
      from = at + 1;
    }
    pieces.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > constants.MAX_STRING_LENGTH) {
      throw new DataError(`${file}:${number}: the line is longer than 512 MB; split it`, {
        data: { file, line: number },
      });
    }
  }
  const line = decodeLine(pieces, number);
  if (line.text.trim() !== '') yield line;
}

async function* readChunks(file: string, given?: Readable): AsyncGenerator<Buffer, void> {
  const stream = given ?? createReadStream(file, { highWaterMark: CHUNK_BYTES });
  try {
    for await (const chunk of stream) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('a file stream without an encoding');
      yield chunk;
    }
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** The error of a file that the system refuses to open or read. */
export function unreadable(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const reasons: Record<string, string> = {
    ENOENT: 'no such file; check the path, which is relative to the working directory',
    EISDIR: 'a folder, not a file; name a file in it',
    ENOTDIR: 'no such file; a part of the path is a file',
    EACCES: 'not readable by this user; change its permissions',
  };
  const reason = reasons[String(error.code)] ?? error.message;
  return new DataError(`${file}: ${reason}`, { cause: error, data: { file } });
}

function decodeLine(pieces: readonly Buffer[], number: number): TextLine {
  const [first] = pieces;
  const bytes = pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces);
  try {
    return { number, text: utf8.decode(bytes), badByte: null };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { number, text: bytes.toString('utf8'), badByte: firstBadByte(bytes) + 1 };
  }
}

/** Decoding puts a replacement character where bytes are wrong, so that encoding differs there. */
function firstBadByte(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString('utf8'));
  const length = Math.min(bytes.length, again.length);
  for (let at = 0; at < length; at += 1) if (bytes[at] !== again[at]) return at;
  return length;
}
