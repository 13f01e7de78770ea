import fc from 'fast-check';
import { Inapplicable } from '../../../broken.ts';
import { type Check, type CheckText, property } from '../../../check.ts';
import { picks, Picker } from '../../../arbitraries/picks.ts';
import type { Trial } from '../../../trial.ts';
import { knownAnswers, learnAnswers, standIn } from '../answer-key.ts';
import type { KnownAnswers } from '../answer-memory.ts';
import { STATELESS, needsDeterministic } from '../requires.ts';
import { answerOf, type Row, rowOf } from '../rows.ts';
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
  ...text
}: HackFamily): Check<RewardTarget> {
  return property<RewardTarget, Probed>({
    ...text,
    requires: STATELESS,
    needs: (target) =>
      needsDeterministic(target) ?? needsLabel(target, isForAll) ?? needs?.(target) ?? null,
    share: 0.2,
    inputs: ({ world }) => fc.record({ row: rowOf(world), numbers: picks(6) }),
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
      const made = probe({ target, row, known, picker: new Picker(numbers) });
      // A row that a probe says nothing of is no reason to doubt the check.
      if (made !== null) await holdProbe(target, trial, row, made, known);
    },
  });
}

/** Who declares that a response pays without the label has declared the hack. */
function needsLabel({ plugin }: RewardTarget, isForAll: boolean): string | null {
  if (!plugin.claims.paysWithoutLabel) return null;
  return isForAll && plugin.claims.examples !== null
    ? null
    : 'a reward that pays for the label (this one declares `paysWithoutLabel: true`)';
}

async function holdProbe(
  target: RewardTarget,
  trial: Trial,
  row: Row,
  { text, honest, holdsAnswer }: Probe,
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
  if (floor === null) return;
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
