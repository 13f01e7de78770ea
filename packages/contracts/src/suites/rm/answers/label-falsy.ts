import fc from 'fast-check';
import type { JsonValue } from 'slime-sdk';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { knownAnswers, requireAnswers } from '../answer-key.ts';
import { STATELESS, needsDeterministic } from '../requires.ts';
import { type Row, rowsOf } from '../rows.ts';
import type { KnownAnswers } from '../answer-memory.ts';
import { labelText } from '../../../arbitraries/wrong-answer.ts';
import { tryPays } from '../score.ts';
import type { RewardTarget } from '../target.ts';

/** A label that JavaScript takes for false, and one of the same type that it does not. */
interface Falsy {
  label: JsonValue;
  like: JsonValue;
}

const PAIRS: readonly Falsy[] = [
  { label: 0, like: 7 },
  { label: '0', like: '7' },
  { label: false, like: true },
];

export const labelFalsy = property<RewardTarget, Falsy>({
  id: 'rm/label-falsy',
  title: 'the labels 0 and false are graded like all others',
  why: 'With `if (!label)` the answer 0 is never right, and all rows with that label train the policy away from it.',
  fix: 'Test for what is missing (`label === null`), not for what is falsy.',
  source: 'slime/rollout/rm_hub/math_utils.py:485',
  faults: ['B110'],
  requires: STATELESS,
  needs: (target) =>
    needsDeterministic(target) ??
    (pairsOf(target).length === 0 ? 'rows whose labels are numbers or booleans' : null),
  mostCases: 6,
  inputs: (target) => fc.constantFrom(...pairsOf(target)),
  async holds(target, { label, like }, trial: Trial) {
    const [row] = rowsOf(target.world);
    trial.require(row !== undefined);
    await requireAnswers(target, trial);
    // A reward that reads no such labels at all has nothing to grade here.
    const known = await knownAnswers(target, trial, { ...row, label: like });
    if (known === null || (await knownAnswers(target, trial, { ...row, label })) !== null) return;
    if (await paysAsStated(target, trial, { ...row, label }, known, like)) return;
    trial.fail({
      expected: `with the label ${JSON.stringify(label)} a right answer earns more than a wrong one, as ${JSON.stringify(known.right)} does with ${JSON.stringify(like)}`,
      got: 'the same for both',
    });
  },
});

/**
 * Whether the label pays in the form of the other one: beside answers that are wrong for sure, since
 * a label of the user's rows may be as right.
 */
async function paysAsStated(
  target: RewardTarget,
  trial: Trial,
  row: Row,
  { form }: KnownAnswers,
  like: JsonValue,
): Promise<boolean> {
  if (form === null) return false;
  const texts = [labelText(row.label), labelText(like), 'zebra'].map((text) => form.write(text));
  const [right = null, wrong = null, unrelated = null] = await tryPays(target, trial, row, texts);
  if (right === null || wrong === null) return false;
  return right > wrong && right > (unrelated ?? wrong);
}

/** Of the types that the user's rows have; of all where there are none. */
function pairsOf({ world }: RewardTarget): readonly Falsy[] {
  if (world.rows.length === 0) return PAIRS;
  return PAIRS.filter(({ label }) =>
    world.rows.some((row) =>
      typeof label === 'string'
        ? typeof row.label === 'string' && /^-?\d+$/.test(row.label)
        : typeof row.label === typeof label,
    ),
  );
}
