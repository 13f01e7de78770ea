import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffIds } from '../../../src/observe/inspect/diff-ids.ts';

const ids = fc.array(fc.nat(6), { maxLength: 60 });

test('what is not in a difference is equal and in order, and both sequences are covered', () => {
  fc.assert(
    fc.property(ids, ids, ids, ids, (head, one, other, tail) => {
      const [stored, rendered] = [
        [...head, ...one, ...tail],
        [...head, ...other, ...tail],
      ];
      const patched: number[] = [];
      let [left, right] = [0, 0];
      for (const difference of diffIds(stored, rendered)) {
        const [from, to] = difference.stored;
        const same = stored.slice(left, from);
        expect(rendered.slice(right, difference.rendered[0])).toEqual(same);
        patched.push(...same, ...rendered.slice(...difference.rendered));
        [left, right] = [to, difference.rendered[1]];
      }
      expect([...patched, ...stored.slice(left)]).toEqual(rendered);
    }),
    { seed: 3, numRuns: 500 },
  );
});

test('a long stretch that one of them lacks is one difference', () => {
  const before = Array.from({ length: 40 }, (_, at) => at);
  const after = Array.from({ length: 40 }, (_, at) => 100 + at);
  const extra = Array.from({ length: 20_000 }, (_, at) => 1000 + (at % 700));
  expect(diffIds([...before, ...extra, ...after], [...before, ...after])).toEqual([
    { stored: [40, 20_040], rendered: [40, 40] },
  ]);
  expect(diffIds([...before, ...after], [...before, ...extra, ...after])).toEqual([
    { stored: [40, 40], rendered: [40, 20_040] },
  ]);
});

test('two places far from each other are two differences', () => {
  const stored = Array.from({ length: 100 }, (_, at) => at);
  const rendered = stored.map((id) => (id === 10 || id === 80 ? -1 : id));
  expect(diffIds(stored, rendered)).toEqual([
    { stored: [10, 11], rendered: [10, 11] },
    { stored: [80, 81], rendered: [80, 81] },
  ]);
});
