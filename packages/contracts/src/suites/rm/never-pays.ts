import { ANSWER_FORMS } from '../../arbitraries/answer-forms.ts';
import { labelText } from '../../arbitraries/wrong-answer.ts';
import type { Trial } from '../../trial.ts';
import { learnAnswers, OPENINGS } from './answer-key.ts';
import type { AnswerForm } from './answer-memory.ts';
import { isPlainLabel } from './labels.ts';
import { type Row, spreadRows } from './rows.ts';
import { tryPays } from './score.ts';
import type { RewardTarget } from './target.ts';

/** Looking for what pays takes no longer than so many seconds in all. */
const MOST_SECONDS = 4;
const MOST_ROWS = 40;
/** Of other rows so many must have a right answer: one may pay by chance. */
const LEAST_PAID = 2;
/** An answer to nothing. */
const UNRELATED = 'zebra';

/** Whether a right answer is due here: the user's row has a label that an answer can state. */
export function owesRight({ plugin, world }: RewardTarget, { label }: Row): boolean {
  const { claims, declaration } = plugin;
  return (
    world.rows.length > 0 &&
    isPlainLabel(label) &&
    claims.examples === null &&
    !claims.paysWithoutLabel &&
    declaration.deterministic !== false &&
    declaration.reads?.includes('label') !== false
  );
}

/**
 * Whether the label of a row, in no form of those that are tried, earns more than words that have
 * nothing to do with it, while the labels of other rows do. Not where the reward refuses the row,
 * or is too slow for all forms.
 */
export async function isNeverPaid(target: RewardTarget, trial: Trial, row: Row): Promise<boolean> {
  const { rows } = await learnAnswers(target, trial);
  const paid = new Set(rows.flatMap(({ label }) => (isPlainLabel(label) ? [String(label)] : [])));
  return paid.size >= LEAST_PAID && (await paysInNoForm(target, trial, row));
}

/** The labels of the user's plain rows, where none of them pays in any form; else null. */
export async function unpaidLabels(
  target: RewardTarget,
  trial: Trial,
): Promise<readonly (string | number)[] | null> {
  const labels: (string | number)[] = [];
  for (const row of spreadRows(target.world, MOST_ROWS)) {
    if (!owesRight(target, row) || !isPlainLabel(row.label)) continue;
    if (!(await paysInNoForm(target, trial, row))) return null;
    labels.push(row.label);
  }
  return labels.length === 0 ? null : labels;
}

async function paysInNoForm(target: RewardTarget, trial: Trial, row: Row): Promise<boolean> {
  const { answers } = target;
  const remembered = answers.unpaid.get(row);
  if (remembered !== undefined) return remembered;
  const started = performance.now();
  const found = await triesInVain(
    target,
    trial,
    row,
    started + MOST_SECONDS * 1000 - answers.spentMs,
  );
  answers.spentMs += performance.now() - started;
  answers.unpaid.set(row, found);
  return found;
}

async function triesInVain(
  target: RewardTarget,
  trial: Trial,
  row: Row,
  deadline: number,
): Promise<boolean> {
  const answer = labelText(row.label);
  for (const form of await formsOf(target, trial)) {
    if (performance.now() > deadline) return false;
    const pays = await tryPays(target, trial, row, [form.write(answer), form.write(UNRELATED)]);
    const [right = null, wrong = null] = pays;
    if (right === null || wrong === null || right > wrong) return false;
  }
  return true;
}

/** All common forms, and those behind a block of reasoning. */
async function formsOf(target: RewardTarget, trial: Trial): Promise<readonly AnswerForm[]> {
  const { forms } = await learnAnswers(target, trial);
  const common = [OPENINGS.none, OPENINGS.reasoning].flatMap((opening) =>
    ANSWER_FORMS.map((form) => ({ write: (answer: string) => opening + form(answer) })),
  );
  return [...forms, ...common];
}
