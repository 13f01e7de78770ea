import type { JsonValue } from 'slime-sdk';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { requireKnown, standIn } from '../answer-key.ts';
import { STATELESS, needsDeterministic } from '../requires.ts';
import { isNoLabel, isOtherUnit } from '../labels.ts';
import { answerOf, otherLabels, type Row, rowOf, rowsOf } from '../rows.ts';
import type { KnownAnswers } from '../answer-memory.ts';
import { tryPays } from '../score.ts';
import type { RewardTarget } from '../target.ts';

/** An answer to no label. */
const UNRELATED = 'zebra';

export const labelSensitivity = property<RewardTarget, Row>({
  id: 'rm/label-sensitivity',
  title: 'a right answer earns less with a label that is not its own',
  why: 'A response that pays whatever is asked is what the policy converges to. Often the label is cut before it is compared, or a cache forgot that it belongs to the key.',
  fix: 'Compare the whole answer with the whole label: balanced braces, no first match. Declare `paysWithoutLabel: true` for a judge of style, format or length, or leave `label` out of `reads`.',
  source: 'slime/rollout/rm_hub/math_utils.py:384-419',
  faults: ['A009', 'B114', 'A030'],
  requires: STATELESS,
  needs: (target) => needsDeterministic(target) ?? needsLabel(target),
  share: 0.4,
  inputs: ({ world }) => rowOf(world),
  show: (row, target) => {
    const { label, prompt, metadata } = standIn(target, row);
    return { label, prompt, metadata };
  },
  async holds(target, asked, trial: Trial) {
    const known = await requireKnown(target, trial, asked);
    const { row } = known;
    // What no label belongs to cannot be held against another one.
    if (isNoLabel(row.label)) return;
    const equals: JsonValue[] = [];
    const others = otherLabels(target.world, row);
    const near = nearLabels(row.label);
    const units = unitLabels(target, row.label);
    for (const label of new Set([...others, ...near, ...units])) {
      if (await paysAsMuch(target, trial, known, label)) equals.push(label);
    }
    // Labels of your rows may mean the same in other words, so that one of them must differ;
    // near ones, and made-up ones, differ for sure.
    const isOwn = target.world.rows.length > 0;
    const isSure = equals.some((label) => !others.includes(label) || units.includes(label));
    if (equals.length === 0 || (isOwn && !isSure && equals.length < others.length)) return;
    const labels = equals.map((label) => JSON.stringify(label)).join(', ');
    const right = JSON.stringify(known.right);
    trial.fail(
      target.plugin.mode === 'single'
        ? {
            expected: `${right} earns less with another label than with its own`,
            got: `as much with the label ${labels}`,
          }
        : {
            expected: `with another label, ${right} earns less than its sibling that states that label`,
            got: `no less with the label ${labels}`,
          },
    );
  },
});

/** Whether the right answer is worth as much with another label. */
async function paysAsMuch(
  target: RewardTarget,
  trial: Trial,
  { row, right, wrong, rightPay, form }: KnownAnswers,
  label: JsonValue,
): Promise<boolean> {
  if (target.plugin.mode === 'single') {
    const [pay = null] = await tryPays(target, trial, { ...row, label }, [right]);
    return pay !== null && pay >= rightPay;
  }
  // Among siblings only the order says something: the right answer to that label comes first.
  const answer = answerOf(label);
  const righter = answer === null || form === null ? null : form.write(answer);
  const texts = [right, righter ?? wrong, form?.write(UNRELATED) ?? UNRELATED];
  const pays = await tryPays(target, trial, { ...row, label }, texts);
  const [pay = null, better = null, none = null] = pays;
  if (righter === null || pay === null || better === null || none === null) return false;
  // Where neither earns anything the form does not suit that label.
  return pay >= better && pay > none;
}

function needsLabel({ plugin, world }: RewardTarget): string | null {
  if (plugin.claims.paysWithoutLabel) {
    return 'a reward that pays for the label (this one declares `paysWithoutLabel: true`)';
  }
  if (plugin.declaration.reads?.includes('label') === false) return 'a reward that reads the label';
  return rowsOf(world).every(({ label }) => isNoLabel(label)) ? 'rows that have labels' : null;
}

/** Labels of the user's rows that are the same number of another unit. */
function unitLabels({ world }: RewardTarget, label: JsonValue): readonly JsonValue[] {
  return world.rows.flatMap((row) => (isOtherUnit(label, row.label) ? [row.label] : []));
}

/** The same fraction with another denominator: alike up to its last number. */
function nearLabels(label: JsonValue): readonly string[] {
  if (typeof label !== 'string') return [];
  const [, start, last] = /^(-?(?:\\frac\{\d+\}\{|\d+\/))(\d+)\}?$/.exec(label) ?? [];
  // Of a fraction that is 0 the denominator says nothing.
  if (start === undefined || last === undefined || /^-?(?:\\frac\{)?0+\D/.test(start)) return [];
  return [`${start}${Number(last) + 1}${label.endsWith('}') ? '}' : ''}`];
}
