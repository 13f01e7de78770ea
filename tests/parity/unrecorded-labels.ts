import type { Labelled, Unrecorded } from './deviation.ts';
import { labelText } from './recorded-rows.ts';

/** Labels that no arithmetic gives a value. */
const VALUELESS = /(?:\/\s*|\}\{)0\}?$|!!|\d\*\*\d+\*\*|^\d+(?: [a-z]+)+ \d+$/;

/** Labels of mathematics that have no value, or none that is worked out; `mark` stands before an answer. */
export function unrecordedLabels(mark: string): Unrecorded[] {
  const labels = ['1/0', '\\frac{x}{0}', '9!!!!', '9**9**9', '63 out of 400'];
  return [
    {
      name: 'label without a value',
      fault: 'A034',
      reason:
        'a division by 0, a power that cannot be written out and a value in words meet no right answer; ' +
        'slime gives 0 to all of them, pays for the same spelling, or raises',
      wrongly: ['judges'],
      applies: ({ label }) => VALUELESS.test(labelText(label)),
      labelled: labels.flatMap((label): Labelled[] =>
        ['64/400', label].map((answer) => ({
          response: `${mark}\\boxed{${answer}}`,
          label,
          right: 'data_error',
        })),
      ),
    },
  ];
}
