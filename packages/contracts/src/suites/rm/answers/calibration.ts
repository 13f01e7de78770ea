import fc from 'fast-check';
import { createSample } from 'slime-sdk';
import { copyPlain } from 'slime-runtime/hosting';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { knownAnswers, learnAnswers, OPENINGS, requireKnown, standIn } from '../answer-key.ts';
import { isNeverPaid, owesRight, unpaidLabels } from '../never-pays.ts';
import type { CaseOptions } from '../reward-case.ts';
import { STATELESS } from '../requires.ts';
import { type Row, rowOf } from '../rows.ts';
import { isSamePay, requirePays, tryPays } from '../score.ts';
import type { RewardTarget } from '../target.ts';

/** How a template or a model may present the same answer. */
const PRESENTATIONS = ['plain', 'marked', 'reasoning', 'lines'] as const;

interface Presented {
  row: Row;
  presentation: (typeof PRESENTATIONS)[number];
}

const LINES = ['First we look at it.', 'Then we add.', ''];
/** Labels that a report names. */
const MOST_SHOWN = 5;
const NO_FORM =
  'declare `examples` where an answer looks otherwise, `paysWithoutLabel: true` where the label does not decide, or `reads` without `label`';
/** Calls that the mean of a reward that varies is taken of. */
const MEAN_OF = 9;

export const calibration = property<RewardTarget, Presented>({
  id: 'rm/calibration',
  title: 'a right answer earns more than a wrong one, however the template presents it',
  why: 'A grader that waits for a marker which this model never writes, or that cuts the answer twice, gives a flat zero over healthy text, and no warning.',
  fix: 'Grade the whole text of the policy where no marker is found, and cut end-of-turn markers and reasoning yourself when you read sample.response; view.finalText is without both. Declare `examples` that are right and wrong for a row where an answer looks otherwise than the common forms; `paysWithoutLabel: true`, or `reads` without `label`, where the label does not decide.',
  source: 'slime/rollout/rm_hub/deepscaler.py:5-10, rm_hub/__init__.py:69-71',
  faults: ['A003', 'A011', 'B111', 'B112', 'B118', 'B128', 'B131'],
  requires: STATELESS,
  share: 0.3,
  inputs: ({ world }) =>
    fc.record({ row: rowOf(world), presentation: fc.constantFrom(...PRESENTATIONS) }),
  show: ({ row: asked, presentation }, target) => {
    // A row that is found to pay in no form is shown itself.
    const isUnpaid = target.answers.unpaid.get(asked) === true;
    const { label, prompt } = isUnpaid ? asked : standIn(target, asked);
    return { presentation, label, prompt };
  },
  async holds(target, { row: asked, presentation }, trial: Trial) {
    if (target.plugin.claims.examples !== null) await compareExamples(target, trial, asked);
    if (target.plugin.declaration.deterministic === false) return;
    await requirePaid(target, trial, asked);
    const { row, right, wrong, rightPay } = await requireKnown(target, trial, asked);
    switch (presentation) {
      case 'plain':
        return comparePlain(target, trial, row, { right, wrong });
      case 'marked':
        // Who declares nothing may mean runs whose engine trims the marker.
        if (target.plugin.claims.examples === null) return;
        return compare(target, trial, row, [right, wrong], {
          what: 'with the marker of the end of a turn in sample.response',
          marked: true,
        });
      case 'reasoning':
        return compareReasoning(target, trial, row, { right, wrong });
      case 'lines':
        return compareLines(target, trial, row, { right, wrong, rightPay });
    }
  },
});

/** Breaks the law where the label of one of the user's rows pays in no form. */
async function requirePaid(target: RewardTarget, trial: Trial, row: Row): Promise<void> {
  if (!owesRight(target, row) || (await knownAnswers(target, trial, row)) !== null) return;
  if (await isNeverPaid(target, trial, row)) {
    trial.fail({
      expected: `the label ${JSON.stringify(row.label)}, stated as an answer, earns more than other words, as labels of other rows do`,
      got: 'the same or less, in every common form and in those that pay for other rows',
      note: NO_FORM,
    });
  }
  if ((await learnAnswers(target, trial)).rows.length > 0) return;
  const labels = await unpaidLabels(target, trial);
  if (labels === null) return;
  trial.fail({
    expected: 'the label of a row, stated as an answer, earns more than other words',
    got: `the same or less in every common form, for all ${labels.length} labels that were tried: ${labels
      .slice(0, MOST_SHOWN)
      .map((label) => JSON.stringify(label))
      .join(', ')}`,
    note: NO_FORM,
  });
}

/** Breaks the law unless the first text earns more than the second. */
async function compare(
  target: RewardTarget,
  trial: Trial,
  row: Row,
  [right, wrong]: readonly [string, string],
  { what, ...options }: CaseOptions & { what: string },
): Promise<void> {
  const [rightPay = 0, wrongPay = 0] = await requirePays(
    target,
    trial,
    row,
    [right, wrong],
    options,
  );
  if (rightPay > wrongPay) return;
  trial.fail({
    expected: `${JSON.stringify(right)} earns more than ${JSON.stringify(wrong)}`,
    got: `${rightPay} and ${wrongPay}`,
    note: what,
  });
}

async function compareExamples(target: RewardTarget, trial: Trial, row: Row): Promise<void> {
  const right = await readExample(target, trial, row, 'right');
  const wrong = await readExample(target, trial, row, 'wrong');
  // A made-up label need not be one that the reward can read; of all of them one must be.
  const isOwn = target.world.rows.length > 0;
  const { rows } = await learnAnswers(target, trial);
  trial.require(
    isOwn || rows.length === 0 || (await isMadeUpPaid(target, trial, row, right, wrong)),
  );
  if (target.plugin.declaration.deterministic === false) {
    return compareMeans(target, trial, row, right, wrong);
  }
  await compare(target, trial, row, [right, wrong], { what: 'as declared in `examples`' });
}

async function isMadeUpPaid(
  target: RewardTarget,
  trial: Trial,
  row: Row,
  right: string,
  wrong: string,
): Promise<boolean> {
  if (target.plugin.declaration.deterministic === false) return true;
  const [rightPay = 0, wrongPay = 0] = await requirePays(target, trial, row, [right, wrong]);
  return rightPay > wrongPay;
}

async function readExample(
  { plugin, world }: RewardTarget,
  trial: Trial,
  row: Row,
  which: 'right' | 'wrong',
): Promise<string> {
  const sample = createSample(copyPlain(row));
  const attempt = await trial.attempt(`examples.${which}`, () =>
    plugin.claims.examples?.[which](sample),
  );
  if (attempt.ok && typeof attempt.value === 'string') return attempt.value;
  trial.require(world.rows.length > 0);
  return trial.fail({
    expected: `examples.${which} gives a response to this row`,
    got: attempt.ok ? attempt.value : `it ${attempt.text}`,
  });
}

/** A reward that varies is held to its means, three times over. */
async function compareMeans(
  target: RewardTarget,
  trial: Trial,
  row: Row,
  right: string,
  wrong: string,
): Promise<void> {
  const means: string[] = [];
  for (let repetition = 0; repetition < 3; repetition += 1) {
    const rightMean = await meanPay(target, trial, row, [right, wrong], 0);
    const wrongMean = await meanPay(target, trial, row, [right, wrong], 1);
    if (rightMean > wrongMean) return;
    means.push(`${rightMean.toFixed(3)} and ${wrongMean.toFixed(3)}`);
  }
  trial.fail({
    expected: 'the declared right example earns more than the wrong one on average',
    got: means.join('; '),
    note: `means of ${MEAN_OF} calls, confirmed by 3 repetitions`,
  });
}

async function meanPay(
  target: RewardTarget,
  trial: Trial,
  row: Row,
  texts: readonly string[],
  which: number,
): Promise<number> {
  let sum = 0;
  for (let call = 0; call < MEAN_OF; call += 1) {
    sum += (await requirePays(target, trial, row, texts))[which] ?? 0;
  }
  return sum / MEAN_OF;
}

interface Pair {
  right: string;
  wrong: string;
}

/**
 * What pays after a closing tag of reasoning, and does not ask for the opening one, must pay
 * without: a model that does not reason writes neither.
 */
async function comparePlain(
  target: RewardTarget,
  trial: Trial,
  row: Row,
  { right, wrong }: Pair,
): Promise<void> {
  const opening = [OPENINGS.reasoning, OPENINGS.closedReasoning].find((text) =>
    right.startsWith(text),
  );
  const { claims } = target.plugin;
  if (opening === undefined || claims.examples !== null || reasons(target)) return;
  const bare: [string, string] = [right.slice(opening.length), wrong.slice(opening.length)];
  const [closedRight = 0, closedWrong = 0] = await requirePays(
    target,
    trial,
    row,
    bare.map((text) => OPENINGS.closedReasoning + text),
  );
  trial.require(closedRight > closedWrong);
  await compare(target, trial, row, bare, {
    what: 'it pays after </think> only; no --sglang-reasoning-parser is named, so the model is taken not to reason. Declare `examples` where the block is wanted',
  });
}

async function compareReasoning(
  target: RewardTarget,
  trial: Trial,
  row: Row,
  { right, wrong }: Pair,
): Promise<void> {
  if (!reasons(target) || right.includes('</think>')) return;
  await compare(target, trial, row, [OPENINGS.reasoning + right, OPENINGS.reasoning + wrong], {
    what: 'after a closed reasoning block, as --sglang-reasoning-parser says that the model writes',
  });
}

function reasons({ world }: RewardTarget): boolean {
  return world.args.sglang_reasoning_parser !== null;
}

/** What pays after sentences in one line must pay after the same sentences in several. */
async function compareLines(
  target: RewardTarget,
  trial: Trial,
  row: Row,
  { right, wrong, rightPay: full }: Pair & { rightPay: number },
): Promise<void> {
  const oneLine = LINES.join(' ');
  const tried = await tryPays(target, trial, row, [oneLine + right, oneLine + wrong]);
  const [rightPay = null, wrongPay = null] = tried;
  if (rightPay === null || wrongPay === null || rightPay <= wrongPay) return;
  // What pays for a part of it only is about its length or its lines.
  if (!isSamePay(rightPay, full)) return;
  const lines = LINES.join('\n');
  await compare(target, trial, row, [lines + right, lines + wrong], {
    what: 'with line breaks before the answer; in one line it pays',
  });
}
