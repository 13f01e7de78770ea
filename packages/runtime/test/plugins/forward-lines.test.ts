import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { forwardLines } from '../../src/plugins/forward-lines.ts';

async function linesOf(...chunks: (string | Uint8Array)[]): Promise<string[]> {
  const lines: string[] = [];
  const stream = Readable.from(chunks, { objectMode: false });
  forwardLines(stream, (line) => lines.push(line));
  await finished(stream);
  return lines;
}

test('lines are handed on whole, however they were cut', async () => {
  expect(await linesOf('on', 'e\ntwo\n\nth', 'ree')).toEqual(['one', 'two', 'three']);
});

test('a character that is cut in two is put together', async () => {
  const bytes = Buffer.from('né\n');
  expect(await linesOf(bytes.subarray(0, 2), bytes.subarray(2))).toEqual(['né']);
});

test('a line that does not end is cut, so that it cannot fill our memory', async () => {
  const lines = await linesOf(...Array.from({ length: 10 }, () => 'x'.repeat(5000)));
  expect(lines.every((line) => line.length <= 8192)).toBe(true);
  expect(lines.length).toBeGreaterThan(3);
});
