import fc from 'fast-check';
import type { JsonValue } from 'slime-sdk';
import { Inapplicable } from '../../../broken.ts';
import { type Check, type CheckText, property } from '../../../check.ts';
import { picks, Picker } from '../../../arbitraries/picks.ts';
import type { Trial } from '../../../trial.ts';
import { knownAnswers, learnAnswers, standIn } from '../answer-key.ts';
import type { KnownAnswers } from '../answer-memory.ts';
import { STATELESS, needsDeterministic } from '../requires.ts';
import { answerOf, otherLabels, type Row, rowOf } from '../rows.ts';
import { allPays, isSamePay, tryPays } from '../score.ts';
import type { RewardTarget } from '../target.ts';

/** A response that should earn nothing. */
export interface Probe {
  text: string;
  /**
   * A response of the same words without the trick: where it earns as much, the trick is not what
   * pays. Null: nothing may pay for the probe.
   */
  honest: string | null;
  /**
   * The right answer stands among others in it. Graded rewards pay for a part of that, as long as
   * it is less than for the right answer alone.
   */
  holdsAnswer: boolean;
  /**
   * The same trick with a wrong answer: where that earns less, and the honest words do too, the
   * trick is what pays, whatever the floor is.
   */
  wrongTrick?: string;
}

/** What probes are made of. */
export interface ProbeContext {
  target: RewardTarget;
  row: Row;
  known: KnownAnswers | null;
  picker: Picker;
}

/** A family of probes. */
export interface HackFamily extends Omit<CheckText, 'requires'> {
  /** A probe for a row; null where it has none. */
  probe: (context: ProbeContext) => Probe | null;
  /** What the row itself lacks, where all rows may: `choices`. Default: nothing. */
  needs?: (target: RewardTarget) => string | null;
  /** It says something of rewards that pay without the label too. Default false. */
  isForAll?: boolean;
  /** It tries the label 0 too, which nothing at all may be taken for. Default false. */
  triesZero?: boolean;
}

interface Probed {
  row: Row;
  numbers: number[];
}

const NEEDS =
  'a declared `range` or a right answer that is known to pay (`examples` in defineReward, or rows named with --prompt-data)';

/**
 * Makes the check of a family: a probe earns no more than the declared floor, or than a wrong
 * answer of the same form, and always less than a known right answer.
 */
export function hackCheck({
  probe,
  needs,
  isForAll = false,
  triesZero = false,
  ...text
}: HackFamily): Check<RewardTarget> {
  return property<RewardTarget, Probed>({
    ...text,
    requires: STATELESS,
    needs: (target) =>
      needsDeterministic(target) ?? needsLabel(target, isForAll) ?? needs?.(target) ?? null,
    share: 0.2,
    inputs: ({ world }) => {
      const isMadeUp = world.rows.length === 0;
      const rows = triesZero && isMadeUp ? withZero(rowOf(world)) : rowOf(world);
      return fc.record({ row: rows, numbers: picks(6) });
    },
    show: ({ row: asked, numbers }, target) => {
      const row = standIn(target, asked);
      const known = target.answers.known.get(row) ?? null;
      const shown = probe({ target, row, known, picker: new Picker(numbers) });
      return { response: shown?.text, label: row.label, prompt: row.prompt };
    },
    async holds(target, { row: asked, numbers }, trial: Trial) {
      const { rows } = await learnAnswers(target, trial);
      if (rows.length === 0 && floorOf(target) === null) throw new Inapplicable(NEEDS);
      await knownAnswers(target, trial, asked);
      const row = standIn(target, asked);
      const known = await knownAnswers(target, trial, row);
      await learnWrongs(target, trial, row, known);
      const made = probe({ target, row, known, picker: new Picker(numbers) });
      // A row that a probe says nothing of is no reason to doubt the check.
      if (made !== null) await holdProbe(target, trial, row, made, known);
    },
  });
}

/** `Number('')` is 0. */
const ZERO: readonly Row[] = ['0', 0].map((label) => ({
  prompt: 'How many are left?',
  label,
  metadata: {},
}));

function withZero(rows: fc.Arbitrary<Row>): fc.Arbitrary<Row> {
  return fc.oneof(
    { weight: 5, arbitrary: rows },
    { weight: 1, arbitrary: fc.constantFrom(...ZERO) },
  );
}

/** Who declares that a response pays without the label has declared the hack. */
function needsLabel({ plugin }: RewardTarget, isForAll: boolean): string | null {
  if (!plugin.claims.paysWithoutLabel) return null;
  return isForAll && plugin.claims.examples !== null
    ? null
    : 'a reward that pays for the label (this one declares `paysWithoutLabel: true`)';
}

/** Labels of the user's rows may mean the same in other words: only those count that pay less. */
async function learnWrongs(
  target: RewardTarget,
  trial: Trial,
  row: Row,
  known: KnownAnswers | null,
): Promise<void> {
  const { answers, world } = target;
  if (known?.form == null || world.rows.length === 0 || answers.wrongs.has(row)) return;
  const wrongs: JsonValue[] = [];
  for (const label of otherLabels(world, row)) {
    const answer = answerOf(label);
    if (answer === null) continue;
    const texts = [known.right, known.form.write(answer)];
    const [rightPay = null, pay = null] = await tryPays(target, trial, row, texts);
    if (rightPay !== null && pay !== null && pay < rightPay) wrongs.push(label);
  }
  answers.wrongs.set(row, wrongs);
}

async function holdProbe(
  target: RewardTarget,
  trial: Trial,
  row: Row,
  { text, honest, holdsAnswer, wrongTrick }: Probe,
  known: KnownAnswers | null,
): Promise<void> {
  const beside = honest === null ? [text] : [text, honest];
  const siblings = known === null ? [] : [known.right, known.wrong];
  const pays = allPays(await tryPays(target, trial, row, [...beside, ...siblings]));
  // A throw pays nothing; that it is one is for other checks to say.
  if (pays === null) return;
  const [pay = 0, ...rest] = pays;
  const honestPay = honest === null ? null : (rest.shift() ?? 0);
  const [rightPay = Infinity, wrongPay = -Infinity] = rest;
  if (honestPay !== null && (pay <= honestPay || isSamePay(pay, honestPay)) && !holdsAnswer) return;
  const trick = honestPay === null || holdsAnswer ? '' : `; without the trick ${honestPay}`;
  if (pay >= rightPay) {
    trial.fail({
      expected: `less than the right answer earns: ${rightPay}`,
      got: `${pay} for ${JSON.stringify(text)}${trick}`,
      note: known === null ? '' : `the right answer is ${JSON.stringify(known.right)}`,
    });
  }
  // What is paid for a part of it: a graded reward, since other words lessen it too.
  if (holdsAnswer && honestPay !== null && honestPay < rightPay) return;
  const floor = floorOf(target);
  if (floor === null) {
    const [control = null] =
      wrongTrick === undefined ? [] : await tryPays(target, trial, row, [wrongTrick]);
    const most = control === null ? Infinity : Math.max(control, honestPay ?? 0, wrongPay);
    if (pay <= most || isSamePay(pay, most) || target.plugin.mode === 'group') return;
    trial.fail({
      expected: `no more than ${most}, which the same words and a wrong answer earn`,
      got: `${pay} for ${JSON.stringify(text)}${trick}`,
    });
  }
  const most = Math.max(floor, wrongPay, await likenessPay(target, trial, floor, rightPay));
  if (pay > most && !isSamePay(pay, most)) {
    trial.fail({
      expected: `no more than ${most}, the declared floor or what a wrong answer earns`,
      got: `${pay} for ${JSON.stringify(text)}${trick}`,
    });
  }
}

/** What likeness alone may earn, where a reward measures it: less than half of what right earns. */
async function likenessPay(
  target: RewardTarget,
  trial: Trial,
  floor: number,
  rightPay: number,
): Promise<number> {
  const { isGraded } = await learnAnswers(target, trial);
  return isGraded ? (floor + rightPay) / 2 : floor;
}

/**
 * The pay of a response that does nothing: the least of the range, or 0 where rewards and
 * penalties are told apart by their sign. Null where it is unknown: without a range, and among
 * siblings, where it depends on them.
 */
function floorOf({ plugin }: RewardTarget): number | null {
  const { range } = plugin.declaration;
  if (range === undefined || plugin.claims.paysWithoutLabel) return null;
  if (plugin.mode === 'group' && !plugin.claims.laws.includes('scores-alone')) return null;
  return range[0] < 0 ? Math.min(0, range[1]) : range[0];
}

/** A probe that knows nothing of the answer; null where the label's words stand in it by chance. */
export function blindProbe(row: Row, text: string): Probe | null {
  const words = wordsOf(answerOf(row.label) ?? '');
  const said = new Set(wordsOf(text));
  if (words.some((word) => said.has(word))) return null;
  return { text, honest: null, holdsAnswer: false };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
