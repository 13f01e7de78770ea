import fc from 'fast-check';
import type { JsonValue } from 'slime-sdk';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { knownAnswers, requireAnswers } from '../answer-key.ts';
import { STATELESS, needsAlone, needsDeterministic } from '../requires.ts';
import { answerOf, type Row, rowsOf } from '../rows.ts';
import { tryPays } from '../score.ts';
import type { RewardTarget } from '../target.ts';

/** Labels of which no answer can be made, and that no other text equals. */
const UNUSABLE: readonly JsonValue[] = [
  '63 out of 400',
  'see the solution above',
  '\\frac{1}{',
  '??',
  null,
  { answer: 'of another column' },
  'x = {y | y > 3',
];
/** Answers that are right for no label here. */
const STRANGE: readonly string[] = ['64/400', 'zebra', '987654'];

interface Strange {
  row: Row;
  answer: string;
}

export const unusableLabel = property<RewardTarget, Strange>({
  id: 'rm/unusable-label',
  title: 'a label that cannot be read pays for no answer',
  why: 'Where a label that cannot be parsed counts as right, every wrong answer to its row earns full reward. That is a fault of the data set, and should be told once.',
  fix: 'Throw DataError of slime-sdk when the label cannot be parsed, or score 0: never fall through to full credit.',
  source: 'huggingface/open-r1#566',
  faults: ['A034'],
  requires: STATELESS,
  needs: (target) => needsDeterministic(target) ?? needsAlone(target),
  share: 0.1,
  inputs: ({ world }) => {
    const rows = rowsOf(world);
    const [first = { prompt: '', label: null, metadata: {} }] = rows;
    const asked = world.rows.length > 0 ? rows : UNUSABLE.map((label) => ({ ...first, label }));
    return fc.record({
      row: fc.constantFrom(...asked),
      answer: fc.constantFrom(...STRANGE),
    });
  },
  show: ({ row, answer }) => ({ label: row.label, answer }),
  async holds(target, { row, answer }, trial: Trial) {
    const { leastRightPay, rows } = await requireAnswers(target, trial);
    trial.require(answerOf(row.label)?.includes(answer) !== true);
    const [example] = rows;
    const known = example === undefined ? null : await knownAnswers(target, trial, example);
    for (const text of [answer, ...(known?.form == null ? [] : [known.form.write(answer)])]) {
      // A throw is a refusal, which rm/survives-any-label is about.
      const [pay = null] = await tryPays(target, trial, row, [text]);
      if (pay !== null && pay >= leastRightPay) {
        trial.fail({
          expected: `${JSON.stringify(text)} earns less than a right answer, which earns ${leastRightPay}`,
          got: pay,
        });
      }
    }
  },
});
