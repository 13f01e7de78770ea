import fc from 'fast-check';
import { ANSWER_FORMS } from '../../../arbitraries/answer-forms.ts';
import { Inapplicable } from '../../../broken.ts';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { knownAnswers, learnAnswers, requireAnswers } from '../answer-key.ts';
import type { AnswerForm, StatedPair } from '../answer-memory.ts';
import { STATELESS, needsDeterministic } from '../requires.ts';
import { answerOf, itemsOf, otherLabels, type Row, rowOf } from '../rows.ts';
import { allPays, tryPays } from '../score.ts';
import type { RewardTarget } from '../target.ts';
import { type Statement, statementOf } from './statement.ts';

/** What stands between a discarded answer and the final one. */
const SEPARATORS: readonly string[] = [
  '\n',
  '\nNo, wait.\n',
  ' no, ',
  '</think>',
  '###Response',
  '\n\n',
];

/** Of the forms that pay for a row so many are looked at. */
const MOST_FORMS = 8;

interface Corrected {
  row: Row;
  separator: string;
  /** Which of the forms, or of what is known to pay where this one does not. */
  at: number;
}

export const lastAnswer = property<RewardTarget, Corrected>({
  id: 'rm/last-answer',
  title: 'of several answers the last one counts',
  why: 'Models correct themselves. A grader that takes the first answer trains on the one that was discarded, and mostly differs from how the model is evaluated.',
  fix: 'Take the last complete box or statement: text.lastIndexOf, matchAll(...).at(-1), split(marker).at(-1).',
  source: 'slime/rollout/rm_hub/deepscaler.py, gpqa.py:30-42',
  faults: ['A015', 'A072', 'B121'],
  requires: STATELESS,
  needs: needsDeterministic,
  share: 0.1,
  inputs: ({ world }) =>
    fc.record({
      row: rowOf(world),
      separator: fc.constantFrom(...SEPARATORS),
      at: fc.nat(MOST_FORMS - 1),
    }),
  show: ({ separator }) => ({ separator }),
  async holds(target, { row: asked, separator, at }, trial: Trial) {
    const known = await knownPairs(target, trial);
    if (known.length === 0) throw new Inapplicable(NEEDS);
    const own = (await pairsOf(target, trial, asked, at))[0];
    const { row, lead, right, wrong } = own ?? known[at % known.length] ?? {};
    trial.require(row !== undefined && right !== undefined && wrong !== undefined);
    // What parts the answers may be looked for before the first of them, too.
    const start = lead === '' && separator !== '\n' ? `So${separator}` : lead;
    const corrected = start + [wrong, right].join(separator);
    const spoilt = start + [right, wrong].join(separator);
    const pays = allPays(await tryPays(target, trial, row, [corrected, spoilt]));
    trial.require(pays !== null);
    const [good = 0, bad = 0] = pays;
    if (good < bad) {
      trial.fail({
        expected: `${JSON.stringify(corrected)} earns no less than ${JSON.stringify(spoilt)}`,
        got: `${good} and ${bad}`,
        note: `label ${JSON.stringify(row.label)}`,
      });
    }
  },
});

const NEEDS =
  'a form of answers that can be stated twice in one response, and pays (declare `examples` in defineReward where it is none of the common ones)';

/** Pairs of statements of the rows that right answers are known of; looked for once. */
async function knownPairs(target: RewardTarget, trial: Trial): Promise<readonly StatedPair[]> {
  const { answers } = target;
  if (answers.pairs !== null) return answers.pairs;
  const { rows } = await requireAnswers(target, trial);
  const pairs: StatedPair[] = [];
  for (const row of rows) pairs.push(...(await pairsOf(target, trial, row, null)));
  answers.pairs = pairs;
  return pairs;
}

/** A right and a wrong statement of each form of a row that pays; of one form, or of all. */
async function pairsOf(
  target: RewardTarget,
  trial: Trial,
  row: Row,
  at: number | null,
): Promise<StatedPair[]> {
  const answer = answerOf(row.label);
  const other = answerOf(otherLabels(target.world, row)[0] ?? null);
  if (answer === null || other === null || itemsOf(row.label).length > 1) return [];
  const statements = await statementsOf(target, trial, row);
  const asked = at === null ? statements : statements.slice(at, at + 1);
  const pairs: StatedPair[] = [];
  for (const { lead, state } of asked) {
    const [right, wrong] = [state(answer), state(other)];
    const pays = await tryPays(target, trial, row, [lead + right, lead + wrong]);
    const [rightPay = null, wrongPay = null] = pays;
    if (rightPay === null || wrongPay === null || rightPay <= wrongPay) continue;
    pairs.push({ row, lead, right, wrong });
  }
  return pairs;
}

/** How answers to a row can be stated: as declared, or as the common forms do. */
async function statementsOf(
  target: RewardTarget,
  trial: Trial,
  row: Row,
): Promise<readonly Statement[]> {
  const isDeclared = target.plugin.claims.examples !== null;
  const { forms } = await learnAnswers(target, trial);
  const known = await knownAnswers(target, trial, row);
  const common = ANSWER_FORMS.map((form): AnswerForm => ({ write: form }));
  const all = isDeclared ? [known?.form ?? null] : [...forms, ...common];
  const statements = all.flatMap((form) =>
    form === null ? [] : (statementOf(form, isDeclared) ?? []),
  );
  return statements.slice(0, MOST_FORMS);
}
