import fc from 'fast-check';
import type { JsonValue, Sample } from 'slime-sdk';
import { copyJson } from './copy-json.ts';
import { drawnFrom } from './drawn-from.ts';

/** Labels as data sets have them, the plainest first. */
const PLAUSIBLE: readonly JsonValue[] = [
  '1',
  '0',
  'A',
  '42',
  '-7',
  '3.5',
  '1/2',
  '\\frac{1}{2}',
  '2\\sqrt{3}',
  '1,000',
  '50%',
  '12 cm',
  'B',
  'C',
  'D',
  'yes',
  'Paris',
  'New York',
  'x + 1',
  '(1, 2)',
  '\\boxed{4}',
  'été',
  0,
  1,
  -3,
  2.5,
  true,
  '',
  ' ',
  null,
];

/** Labels of the rows; without rows those that data sets have, empty and missing ones too. */
export function labelOf(rows: readonly Pick<Sample, 'label'>[]): fc.Arbitrary<JsonValue> {
  if (rows.length > 0) return drawnFrom(rows).map(({ label }) => copyJson(label));
  return fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...PLAUSIBLE) },
    { weight: 4, arbitrary: fc.integer({ min: -999, max: 9999 }).map(String) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: 1, max: 99 }))
        .map(([over, under]) => `${over}/${under}`),
    },
    {
      weight: 1,
      arbitrary: fc.array(fc.constantFrom(...PLAUSIBLE.slice(0, 20)), {
        minLength: 1,
        maxLength: 3,
      }),
    },
  );
}
