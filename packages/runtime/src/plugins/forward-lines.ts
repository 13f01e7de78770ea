import type { Readable } from 'node:stream';

const LONGEST = 8192;

/** Hands the lines of a stream on, one by one; a line that does not end is cut into pieces. */
export function forwardLines(stream: Readable, write: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') write(line.slice(0, LONGEST));
    if (rest.length < LONGEST) return;
    write(rest.slice(0, LONGEST));
    rest = '';
  });
  stream.on('end', () => {
    if (rest !== '') write(rest);
  });
}
