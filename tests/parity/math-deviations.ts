import type { JsonValue } from 'slime-sdk';
import type { Deviation, Labelled, Wrong } from './deviation.ts';
import { type DisagreementClass, disagreements } from './math-disagreements.ts';
import type { Recorded } from './recorded-rows.ts';

const WRONG: Record<DisagreementClass['wrongly'][number], Wrong> = {
  accepts: 'pays',
  rejects: 'refuses',
  judges: 'judges',
};

/** Labels that state no answer, of which no arithmetic can speak, by class. */
const unreadable: ReadonlyMap<string, readonly JsonValue[]> = new Map<string, JsonValue[]>([
  ['label without an answer', [null, '', ' ', '\\boxed{}', true, '\\frac{1}{']],
  ['label that breaks off', ['3\\text', '\\%', '1 +', '5^', '\\frac', '\\sqrt{}']],
]);

/**
 * A class of `math` in the form of all graders, for one that compares as `math` does: `partOf` cuts
 * out what is read of a response, `before` stands before an answer.
 */
export function mathDeviation(
  name: string,
  [matches, disagree]: readonly [matches: number, disagree: number],
  { partOf, before }: { partOf: (response: string) => string; before: string },
): Deviation {
  const found = disagreements.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no class of math is named ${name}`);
  const { fault, reason, wrongly, applies, witnesses } = found;
  const witnessed = witnesses.map(({ answer, label, worth }): Labelled => ({
    response: `${before}\\boxed{${answer}}`,
    label,
    right: worth[0].join() === worth[1].join() ? 1 : 0,
  }));
  const unread = (unreadable.get(name) ?? []).map((label): Labelled => ({
    response: `${before}\\boxed{48}`,
    label,
    right: 'data_error',
  }));
  return {
    name,
    fault,
    reason,
    wrongly: wrongly.map((one) => WRONG[one]),
    applies: ({ response, label }: Pick<Recorded, 'response' | 'label'>) => {
      const isComparable = label === null || typeof label !== 'object';
      return isComparable && applies({ response: partOf(response), label });
    },
    matches,
    disagree,
    labelled: witnessed.length === 0 ? unread : witnessed,
  };
}

const own = (name: string, matches: number, disagree: number): Deviation =>
  mathDeviation(name, [matches, disagree], { partOf: (response) => response, before: '' });

/** Where `math` departs from the recorded `grade_answer_verl`. */
export const mathDeviations: readonly Deviation[] = [
  own('label without an answer', 37, 37),
  own('label that breaks off', 7, 7),
  own('percentage against a number', 16, 8),
  own('quantity with a unit', 93, 33),
  own('box in another form', 36, 24),
  own('full stop in the box', 27, 20),
  own('unfinished later box', 42, 31),
  own('members without order', 13, 8),
  own('named value', 40, 20),
  own('equal number in another form', 87, 21),
  own('option in words', 3, 2),
  own('infinity typed as a character', 2, 2),
  own('inequality for an interval', 1, 1),
  own('function behind the guard', 1, 1),
];
