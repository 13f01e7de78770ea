import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differencesOf, piecesOf, spanBetween } from '../../../src/observe/inspect/align.ts';

const ids = fc.array(fc.nat(3), { maxLength: 6 });
const turns = fc.array(fc.record({ before: ids, stored: ids, rendered: ids }), { maxLength: 4 });

test('put in its place, what is rendered makes a sample into its rendering', () => {
  fc.assert(
    fc.property(turns, ids, ids, (played, storedEnd, renderedEnd) => {
      const stored: number[] = [];
      const rendered: number[] = [];
      const storedTurns: [number, number][] = [];
      const renderedTurns: [number, number][] = [];
      for (const turn of played) {
        stored.push(...turn.before);
        rendered.push(...turn.before);
        storedTurns.push([stored.length, stored.push(...turn.stored)]);
        renderedTurns.push([rendered.length, rendered.push(...turn.rendered)]);
      }
      stored.push(...storedEnd);
      rendered.push(...renderedEnd);
      const pieces = piecesOf(
        { length: stored.length, turns: storedTurns },
        { length: rendered.length, turns: renderedTurns },
      );
      const patched: number[] = [];
      let at = 0;
      for (const difference of differencesOf(stored, rendered, pieces)) {
        patched.push(...stored.slice(at, difference.stored[0]));
        patched.push(...rendered.slice(...difference.rendered));
        at = difference.stored[1];
      }
      expect([...patched, ...stored.slice(at)]).toEqual(rendered);
    }),
    { seed: 3, numRuns: 500 },
  );
});

test('a turn that differs is one difference, named by its number', () => {
  const pieces = piecesOf(
    {
      length: 6,
      turns: [
        [1, 2],
        [3, 5],
      ],
    },
    {
      length: 5,
      turns: [
        [1, 2],
        [3, 4],
      ],
    },
  );
  expect(differencesOf([0, 1, 2, 3, 4, 5], [0, 1, 2, 9, 5], pieces)).toEqual([
    { turn: 1, isTurn: true, stored: [3, 5], rendered: [3, 4], crossesEdge: false },
  ]);
});

test('differences that touch over the edge of a turn are one', () => {
  const pieces = piecesOf({ length: 3, turns: [[2, 3]] }, { length: 2, turns: [[1, 2]] });
  expect(differencesOf([7, 1, 1], [7, 2], pieces)).toEqual([
    { turn: 0, isTurn: true, stored: [1, 3], rendered: [1, 2], crossesEdge: true },
  ]);
});

test('a turn stands between what other words in its place leave as it is', () => {
  expect(spanBetween([1, 2, 3, 4, 5], [1, 2, 9, 9, 9, 5])).toEqual([2, 4]);
  expect(spanBetween([1, 1, 1], [1, 1])).toEqual([2, 3]);
  expect(spanBetween([1, 2], [1, 9, 2])).toEqual([1, 1]);
});
