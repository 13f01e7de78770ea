import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expandImages } from '../../src/vision/expand-images.ts';

const PAD = 9;
const picture = (tokens: number) => ({
  tokens,
  source: `${tokens}.png`,
  dataUri: 'data:,',
  grid_thw: [1, 2, tokens * 2] as const,
});

test('each placeholder becomes its picture’s tokens, the rest stays', () => {
  const text = fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 5 });
  fc.assert(
    fc.property(
      text,
      fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), text), { maxLength: 4 }),
      (head, pieces) => {
        const ids = Int32Array.from([head, ...pieces.map(([, tail]) => [PAD, ...tail])].flat());
        const expanded = expandImages(
          ids,
          PAD,
          pieces.map(([tokens]) => picture(tokens)),
        );
        const wanted = [
          head,
          ...pieces.map(([tokens, tail]) => [...Array(tokens).fill(PAD), ...tail]),
        ];
        expect([...expanded.ids]).toEqual(wanted.flat());
        for (const { offset, tokens } of expanded.images) {
          expect([...expanded.ids.subarray(offset, offset + tokens)]).toEqual(
            Array(tokens).fill(PAD),
          );
        }
        expect(expanded.images.map(({ tokens }) => tokens)).toEqual(
          pieces.map(([tokens]) => tokens),
        );
      },
    ),
    { seed: 1, numRuns: 300 },
  );
});

test.each([
  [[1, PAD, PAD], 1],
  [[1, 2], 1],
  [[PAD], 0],
])('placeholders %j with %i pictures are refused', (ids, count) => {
  const pictures = Array.from({ length: count }, () => picture(2));
  expect(() => expandImages(Int32Array.from(ids), PAD, pictures)).toThrow(
    expect.objectContaining({ code: 'SLIME_DATA' }),
  );
});
