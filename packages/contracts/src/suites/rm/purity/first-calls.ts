import { ANSWER_FORMS } from '../../../arbitraries/answer-forms.ts';
import type { Breach } from '../../../broken.ts';
import type { Trial } from '../../../trial.ts';
import { needsAlone } from '../requires.ts';
import { type Row, rowsOf } from '../rows.ts';
import { tryPays } from '../score.ts';
import type { RewardTarget } from '../target.ts';

/** One response and one label of a pair of calls. */
interface Call {
  answer: string;
  label: string;
}

/** Two calls of which the second must not earn what the first one earned. */
interface Pair {
  right: Call;
  wrong: Call;
}

/** So many pairs in either order: a reward that reads no label does not follow it by chance. */
const PAIRS = 4;
const SHARED = {
  response: 'the same response with another label',
  label: 'the same label',
} as const;

/**
 * Whether the first call decides what later ones earn, as with a cache whose key lacks the label or
 * the response: of answers that the process has never seen, those whose right call comes first pay
 * twice, and all others never. What is found is kept, since nothing is new a second time.
 */
export async function findMemory(target: RewardTarget, trial: Trial): Promise<Breach | null> {
  const { answers } = target;
  if (answers.remembers === undefined) answers.remembers = await search(target, trial);
  return answers.remembers;
}

async function search(target: RewardTarget, trial: Trial): Promise<Breach | null> {
  const [row] = rowsOf(target.world);
  if (row === undefined || needsAlone(target) !== null) return null;
  let next = 417_302;
  const fresh = (): string => String((next += 1013));
  for (const shared of ['response', 'label'] as const) {
    for (const form of ANSWER_FORMS) {
      const makePair = (): Pair => {
        const [own, other] = [fresh(), fresh()];
        const right = { answer: form(own), label: own };
        return {
          right,
          wrong:
            shared === 'response' ? { ...right, label: other } : { ...right, answer: form(other) },
        };
      };
      const found = await comparePairs(target, trial, row, makePair, SHARED[shared]);
      if (found === 'told apart') break;
      if (found !== null) return found;
    }
  }
  return null;
}

/** What a cache does: the pay follows the order of the calls, and neither answer nor label. */
async function comparePairs(
  target: RewardTarget,
  trial: Trial,
  row: Row,
  makePair: () => Pair,
  what: string,
): Promise<Breach | 'told apart' | null> {
  let paid: number | null = null;
  let unpaid: number | null = null;
  let shown: Call | null = null;
  for (let at = 0; at < 2 * PAIRS; at += 1) {
    const { right, wrong } = makePair();
    const isRightFirst = at % 2 === 0;
    const calls = isRightFirst ? [right, wrong] : [wrong, right];
    const pays: (number | null)[] = [];
    for (const call of calls) pays.push(await payOf(target, trial, row, call));
    const [first = null, second = null] = pays;
    if (first === null || second === null) return null;
    if (first !== second) return 'told apart';
    if (isRightFirst) paid ??= first;
    else unpaid ??= first;
    if (first !== (isRightFirst ? paid : unpaid)) return null;
    if (!isRightFirst) shown ??= right;
    if (paid !== null && unpaid !== null && paid <= unpaid) return null;
  }
  if (shown === null) return null;
  return {
    expected: `${JSON.stringify(shown.answer)} with the label ${JSON.stringify(shown.label)} earns what it is worth, whatever was scored first`,
    got: `${unpaid} after a call of a wrong answer (${what}); ${paid} for both where the right call comes first`,
    note: `confirmed by ${2 * PAIRS} pairs of answers that were never scored before`,
  };
}

async function payOf(
  target: RewardTarget,
  trial: Trial,
  row: Row,
  { answer, label }: Call,
): Promise<number | null> {
  const asked = typeof row.label === 'number' ? Number(label) : label;
  const [pay = null] = await tryPays(target, trial, { ...row, label: asked }, [answer]);
  return pay;
}
