import { createSample } from 'slime-sdk';
import { ANSWER_FORMS } from '../../arbitraries/answer-forms.ts';
import { Inapplicable } from '../../broken.ts';
import type { Trial } from '../../trial.ts';
import type { AnswerForm, KnownAnswers, Learned } from './answer-memory.ts';
import { exampleTexts } from './example-texts.ts';
import { answerOf, itemsOf, otherLabels, type Row, rowsOf, spreadRows } from './rows.ts';
import { isSamePay, tryPays } from './score.ts';
import type { RewardTarget } from './target.ts';

const MOST_ROWS = 12;
const MOST_FORMS = 3;
/** Looking for right answers of a slow reward ends here. */
const MOST_SECONDS = 4;

/** What may have to stand before an answer, the plainest first. */
export const OPENINGS = {
  none: '',
  reasoning: '<think>\nLet me see.\n</think>\n\n',
  /** The template has put the opening tag into the prompt. */
  closedReasoning: 'Let me see.\n</think>\n\n',
} as const;

const CANDIDATES: readonly AnswerForm[] = Object.values(OPENINGS).flatMap((opening) =>
  ANSWER_FORMS.map((form) => ({ write: (answer: string) => opening + form(answer) })),
);

/**
 * Right and wrong answers to a row: the declared examples, else a common form of the row's label
 * that pays more than another answer, and more than it does with another row's label. Where none
 * is known for this row, another row stands in; where none is known at all, the check does not
 * apply.
 */
export async function requireKnown(
  target: RewardTarget,
  trial: Trial,
  row: Row,
): Promise<KnownAnswers> {
  await requireAnswers(target, trial);
  const known = await knownAnswers(target, trial, row);
  if (known !== null) return known;
  const other = await knownAnswers(target, trial, standIn(target, row));
  trial.require(other !== null);
  return other;
}

/** The row of which {@link requireKnown} gives the answers, for reports. */
export function standIn({ answers, world }: RewardTarget, row: Row): Row {
  const { learned, known } = answers;
  if (learned === null || learned.rows.length === 0) return row;
  if (known.get(row) !== null) return row;
  return learned.rows[Math.max(0, rowsOf(world).indexOf(row)) % learned.rows.length] ?? row;
}

/** What was learned; where no right answer is known to any row, the check does not apply. */
export async function requireAnswers(target: RewardTarget, trial: Trial): Promise<Learned> {
  const learned = await learnAnswers(target, trial);
  if (learned.rows.length > 0) return learned;
  throw new Inapplicable(
    'a right answer that is known to pay (declare `examples` in defineReward; without them the common forms of each row’s label are tried, and none paid more than a wrong answer)',
  );
}

/** The answers to this very row; null where none is known. */
export async function knownAnswers(
  target: RewardTarget,
  trial: Trial,
  row: Row,
): Promise<KnownAnswers | null> {
  const { forms } = await learnAnswers(target, trial);
  const remembered = target.answers.known.get(row);
  if (remembered !== undefined) return remembered;
  const known = await findAnswers(target, trial, row, forms);
  target.answers.known.set(row, known);
  return known;
}

/** Finds out, once, how a right answer must look. */
export async function learnAnswers(target: RewardTarget, trial: Trial): Promise<Learned> {
  const { answers } = target;
  answers.learned ??= await learn(target, trial);
  return answers.learned;
}

async function learn(target: RewardTarget, trial: Trial): Promise<Learned> {
  const deadline = performance.now() + MOST_SECONDS * 1000;
  const found = new Map<AnswerForm, number>();
  const answers: KnownAnswers[] = [];
  let tried = 0;
  for (const row of spreadRows(target.world, MOST_ROWS)) {
    if (performance.now() > deadline) break;
    tried += 1;
    // Once a form is found, openings need not be looked for any more.
    const candidates = found.size === 0 ? CANDIDATES : CANDIDATES.slice(0, ANSWER_FORMS.length);
    const forms = [...new Set([...byCount(found), ...candidates])];
    const known = await findAnswers(target, trial, row, forms, deadline);
    if (known === null) continue;
    target.answers.known.set(row, known);
    answers.push(known);
    if (known.form === null || target.plugin.claims.examples !== null) continue;
    found.set(known.form, (found.get(known.form) ?? 0) + 1);
  }
  return {
    forms: byCount(found).slice(0, MOST_FORMS),
    rows: answers.map(({ row }) => row),
    tried,
    leastRightPay: Math.min(...answers.map(({ rightPay }) => rightPay)),
    isGraded: await isGraded(target, trial, answers),
  };
}

/** Honest replies that are no answer to anything. */
const UNRELATED: readonly string[] = [
  'I cannot tell.',
  'zebra',
  'It depends on the weather in spring, mostly.',
  'Perhaps there were more of them before lunch than after it, but who would count?',
];

/** What stands between the answers of a list. */
const JOINTS: readonly string[] = [', ', '\n', ' and ', ' '];

async function isGraded(
  target: RewardTarget,
  trial: Trial,
  answers: readonly KnownAnswers[],
): Promise<boolean> {
  for (const { row, wrongPay } of answers) {
    const floor = Math.max(wrongPay, target.plugin.declaration.range?.[0] ?? -Infinity);
    for (const pay of await tryPays(target, trial, row, UNRELATED)) {
      if (pay !== null && pay > floor && !isSamePay(pay, floor)) return true;
    }
  }
  return false;
}

function byCount(found: ReadonlyMap<AnswerForm, number>): AnswerForm[] {
  return [...found].toSorted(([, left], [, right]) => right - left).map(([form]) => form);
}

async function findAnswers(
  target: RewardTarget,
  trial: Trial,
  row: Row,
  forms: readonly AnswerForm[],
  deadline = Infinity,
): Promise<KnownAnswers | null> {
  if (target.plugin.claims.examples !== null) return readExamples(target, trial, row);
  const answer = answerOf(row.label);
  const [label = null] = otherLabels(target.world, row);
  const other = answerOf(label);
  if (answer === null || other === null) return null;
  for (const form of forms) {
    if (performance.now() > deadline) return null;
    const otherRow = { ...row, label };
    const known = await tryForm(target, trial, row, { form, answer, other, otherRow });
    if (known !== null) return wholeList(target, trial, known);
  }
  return null;
}

/** Where a list of answers earns more than the first of them, one alone is not the right answer. */
async function wholeList(
  target: RewardTarget,
  trial: Trial,
  known: KnownAnswers,
): Promise<KnownAnswers> {
  const { row, wrong, form } = known;
  const items = itemsOf(row.label);
  if (items.length < 2 || form === null) return known;
  let best = known;
  for (const joint of JOINTS) {
    const right = form.write(items.join(joint));
    const [rightPay = null, wrongPay = null] = await tryPays(target, trial, row, [right, wrong]);
    if (rightPay === null || wrongPay === null || rightPay <= best.rightPay) continue;
    best = { row, right, wrong, rightPay, wrongPay, form: null };
  }
  return best;
}

async function tryForm(
  target: RewardTarget,
  trial: Trial,
  row: Row,
  {
    form,
    answer,
    other,
    otherRow,
  }: { form: AnswerForm; answer: string; other: string; otherRow: Row },
): Promise<KnownAnswers | null> {
  const right = form.write(answer);
  const wrong = form.write(other);
  const texts = target.plugin.mode === 'group' ? [right, wrong] : [right];
  const [own = null] = await tryPays(target, trial, row, texts);
  const [foreign = null] = await tryPays(target, trial, otherRow, texts);
  if (own === null || foreign === null || own <= foreign) return null;
  const [rightPay = null, wrongPay = null] = await tryPays(target, trial, row, [right, wrong]);
  if (rightPay === null || wrongPay === null || rightPay <= wrongPay) return null;
  return { row, right, wrong, rightPay, wrongPay, form };
}

async function readExamples(
  target: RewardTarget,
  trial: Trial,
  row: Row,
): Promise<KnownAnswers | null> {
  const sample = createSample(row);
  const [right] = exampleTexts(target, 'right', sample);
  const [wrong] = exampleTexts(target, 'wrong', sample);
  if (right === undefined || wrong === undefined) return null;
  const [rightPay = null, wrongPay = null] = await tryPays(target, trial, row, [right, wrong]);
  if (rightPay === null || wrongPay === null || rightPay <= wrongPay) return null;
  const form = isPartOnly(right, row) ? null : formOf(right, answerOf(row.label));
  return { row, right, wrong, rightPay, wrongPay, form };
}

/** Whether an example states more of a list than its first answer. */
function isPartOnly(right: string, { label }: Row): boolean {
  return itemsOf(label)
    .slice(1)
    .some((item) => right.includes(item));
}

/** States other answers as an example states the label, where the label's text stands in it. */
function formOf(right: string, answer: string | null): AnswerForm | null {
  const at = answer === null ? -1 : right.lastIndexOf(answer);
  if (answer === null || at < 0) return null;
  return { write: (other) => right.slice(0, at) + other + right.slice(at + answer.length) };
}
