import fc from 'fast-check';
import { Inapplicable } from '../../../broken.ts';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { knownAnswers, requireAnswers } from '../answer-key.ts';
import { STATELESS, needsDeterministic } from '../requires.ts';
import { answerOf, type Row, rowsOf } from '../rows.ts';
import { allPays, tryPays } from '../score.ts';
import type { RewardTarget } from '../target.ts';

/** Makes of an answer a longer or a shorter one that is wrong. */
const CHANGES = ['longer', 'around', 'shorter'] as const;

interface Changed {
  row: Row;
  change: (typeof CHANGES)[number];
}

export const wholeAnswer = property<RewardTarget, Changed>({
  id: 'rm/whole-answer',
  title: 'an answer that only contains the right one, or is a part of it, does not earn the same',
  why: 'With a test for substrings 100 is right where 10 is asked for, `not` where `no` is, and the policy finds out.',
  fix: 'Compare whole numbers and words: extract the answer and test for equality, or match with \\b on both sides.',
  source: 'tau_bench/envs/base.py:151-155, slime/rollout/rm_hub/gpqa.py:120-124',
  faults: ['A069', 'B045', 'B122', 'A030'],
  requires: STATELESS,
  needs: (target) =>
    needsDeterministic(target) ??
    (plainRows(target).length === 0 ? 'rows whose labels are whole numbers or words' : null),
  share: 0.1,
  inputs: (target) =>
    fc.record({
      row: fc.constantFrom(...plainRows(target)),
      change: fc.constantFrom(...CHANGES),
    }),
  show: ({ row, change }, target) => ({ label: plainStandIn(target, row)?.label, change }),
  async holds(target, { row: asked, change }, trial: Trial) {
    await requireAnswers(target, trial);
    await knownAnswers(target, trial, asked);
    const row = plainStandIn(target, asked);
    const known = row === null ? null : await knownAnswers(target, trial, row);
    const answer = row === null ? null : answerOf(row.label);
    if (row === null || known?.form == null || answer === null) {
      throw new Inapplicable('a right answer that holds a whole number or a word as it stands');
    }
    const other = changeAnswer(answer, change);
    if (other === null) return;
    const { right, form } = known;
    const text = form.write(other);
    const pays = allPays(await tryPays(target, trial, row, [right, text]));
    if (pays === null) return;
    const [rightPay = 0, pay = 0] = pays;
    if (pay >= rightPay) {
      trial.fail({
        expected: `${JSON.stringify(text)} earns less than ${JSON.stringify(right)}`,
        got: `${pay} and ${rightPay}`,
      });
    }
  },
});

/** Rows of labels that are sure to become another answer when they grow or shrink. */
function plainRows({ world }: RewardTarget): readonly Row[] {
  return rowsOf(world).filter(isPlain);
}

function isPlain({ label }: Row): boolean {
  return /^(?:\d+|[A-Za-z]+)$/.test(answerOf(label) ?? '');
}

/** The row, or one in its place of which a right answer is known. */
function plainStandIn({ answers }: RewardTarget, row: Row): Row | null {
  if (answers.known.get(row) !== null) return row;
  return answers.learned?.rows.find(isPlain) ?? null;
}

function changeAnswer(answer: string, change: Changed['change']): string | null {
  const isNumber = /^\d+$/.test(answer);
  switch (change) {
    case 'longer':
      return answer + (isNumber ? '7' : 'zq');
    case 'around':
      return isNumber ? `9${answer}9` : `qu${answer}zq`;
    case 'shorter':
      return answer.length < 2 || answer.startsWith('0') ? null : answer.slice(0, -1);
  }
}
