import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LineFile } from '../../src/observe/line-file.ts';

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'line-file-'));
});

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

const row = fc.record({
  order: fc.tuple(fc.nat(3), fc.nat(2), fc.nat(2)),
  text: fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('x'.repeat(300_000))),
  isFlushed: fc.boolean(),
  isTakenBack: fc.boolean(),
});

it('orders lines by their order, then as they came, without those taken back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 12 }), async (rows) => {
      const path = join(dir, 'file.jsonl');
      await rm(path, { force: true });
      const file = await LineFile.open(path);
      for (const [at, { order, text, isFlushed, isTakenBack }] of rows.entries()) {
        if (isTakenBack) await file.flush();
        const mark = file.mark();
        await file.append([at, text], order);
        if (isFlushed) await file.flush();
        if (isTakenBack) file.rollBack(mark);
      }
      await file.finish();
      const expected = [...rows.entries()]
        .filter(([, { isTakenBack }]) => !isTakenBack)
        .sort(([a, x], [b, y]) => {
          const differences = x.order.map((value, item) => value - (y.order[item] ?? 0));
          return [...differences, a - b].find((difference) => difference !== 0) ?? 0;
        })
        .map(([at, { text }]) => `${JSON.stringify([at, text])}\n`);
      expect(await readFile(path, 'utf8')).toBe(expected.join(''));
    }),
    { seed: 11, numRuns: 20 },
  );
});
