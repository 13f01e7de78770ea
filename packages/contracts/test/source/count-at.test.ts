import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countsAt, type CountedRange } from '../../src/source/count-at.ts';

/** Ranges that nest as blocks and functions do. */
const nested = fc
  .letrec<{ block: Block }>((tie) => ({
    block: fc.record({
      before: fc.nat(2),
      after: fc.nat(2),
      count: fc.nat(3),
      inner: fc.oneof(
        { maxDepth: 3 },
        fc.constant<Block[]>([]),
        fc.array(tie('block'), { maxLength: 3 }),
      ),
    }),
  }))
  .block.map((block) => layOut(block, 0).ranges);

interface Block {
  before: number;
  after: number;
  count: number;
  inner: Block[];
}

function layOut(
  { before, after, count, inner }: Block,
  at: number,
): {
  ranges: CountedRange[];
  end: number;
} {
  const ranges: CountedRange[] = [];
  let end = at + before;
  for (const block of inner) {
    const laid = layOut(block, end);
    ranges.push(...laid.ranges);
    end = laid.end;
  }
  end += after + 1;
  return { ranges: [{ startOffset: at, endOffset: end, count }, ...ranges], end };
}

/** The count of the smallest range around a position, each looked at. */
function countAt(ranges: readonly CountedRange[], position: number): number {
  let smallest: CountedRange | null = null;
  for (const range of ranges) {
    const { startOffset, endOffset } = range;
    if (position < startOffset || position >= endOffset) continue;
    const least = smallest === null ? Infinity : smallest.endOffset - smallest.startOffset;
    if (endOffset - startOffset < least) smallest = range;
  }
  return smallest?.count ?? 0;
}

it('gives each position the count of the smallest range around it', () => {
  fc.assert(
    fc.property(nested, (ranges) => {
      const positions = Array.from({ length: 60 }, (_, at) => at);
      expect(countsAt(ranges, positions)).toEqual(positions.map((at) => countAt(ranges, at)));
    }),
    { seed: 7, numRuns: 500 },
  );
});
