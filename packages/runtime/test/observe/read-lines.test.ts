import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutTornLine } from '../../src/observe/cut-torn-line.ts';
import { parseLine, readLines, type TextLine } from '../../src/observe/read-lines.ts';

let dir: string;
let path: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lines-'));
  path = join(dir, 'file.jsonl');
});

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

async function collect(from: string): Promise<TextLine[]> {
  const lines: TextLine[] = [];
  for await (const line of readLines(from)) lines.push(line);
  return lines;
}

/** Lines around the sizes of the blocks that files are read in. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc
    .constantFrom(65_534, 65_535, 65_536, 1 << 20, (1 << 20) + 1)
    .map((size) => 'é'.repeat(size / 2)),
);
const wholeLines = fc.array(
  text.map((line) => line.replaceAll('\n', ' ')),
  { maxLength: 6 },
);

describe('readLines and cutTornLine', () => {
  it('read whole lines where they stand, and cut what follows them', async () => {
    await fc.assert(
      fc.asyncProperty(wholeLines, text, async (lines, torn) => {
        const tail = torn.replaceAll('\n', ' ');
        const whole = lines.map((line) => `${line}\n`).join('');
        await writeFile(path, whole + tail);
        const read = await collect(path);
        expect(read.map((line) => line.text)).toEqual(lines);
        const bytes = await readFile(path);
        for (const line of read) {
          const place = bytes.subarray(line.offset, line.offset + line.length);
          expect(place.toString()).toBe(`${line.text}\n`);
        }
        expect(await cutTornLine(path)).toBe(Buffer.byteLength(tail));
        expect(await readFile(path, 'utf8')).toBe(whole);
      }),
      { seed: 7, numRuns: 20 },
    );
  });

  it('take a file that is not there as empty', async () => {
    expect(await collect(join(dir, 'none'))).toEqual([]);
    expect(await cutTornLine(join(dir, 'none'))).toBe(0);
  });
});

describe('parseLine', () => {
  it('names the file and the line that is damaged', () => {
    const line = { text: '{"a":', number: 3, offset: 0, length: 6 };
    expect(() => parseLine('turns.jsonl', line)).toThrow(/^turns\.jsonl: line 3 is no JSON/);
  });
});
