import { ANSWER_FORMS } from '../../../arbitraries/answer-forms.ts';
import { LONG_UNITS } from '../../../arbitraries/hostile-pieces.ts';
import { longestOf } from '../reward-case.ts';
import type { AnswerForm } from '../answer-memory.ts';
import { answerOf, type Row, rowsOf } from '../rows.ts';
import type { RewardTarget } from '../target.ts';
import { nearMisses } from './near-misses.ts';

/** Responses of one make that grow. */
export interface LengthFamily {
  /** What they are made of, in words. */
  name: string;
  row: Row;
  /** Made to be slow, as no model writes it unless it has found out. */
  isHostile: boolean;
  /** From short to long. */
  texts(): Iterable<string>;
}

/** The forms that are tried where none is known to pay: bare, boxed, after ####, in a tag. */
const PLAIN_FORMS: readonly AnswerForm[] = [0, 1, 3, 5].flatMap((at) => {
  const form = ANSWER_FORMS[at];
  return form === undefined ? [] : [{ write: form }];
});
const MOST_LITERALS = 8;
const PROSE =
  'So we add the two numbers, and then we get 12. Next, x = 3 and y = 4, hence the sum is 7.\n';
/** Formulas whose value grows faster than their length. */
const TOWERS: readonly { name: string; write: (step: number) => string }[] = [
  { name: '9**n', write: (step) => `9**${numberAt(step)}` },
  { name: 'n!', write: (step) => `${numberAt(step)}!` },
  { name: '9^n', write: (step) => `9^${numberAt(step)}` },
  { name: '(x+1)**n', write: (step) => `(x+1)**${numberAt(step)}` },
  { name: 'x=9**n', write: (step) => `x=9**${numberAt(step)}` },
  { name: '2**2**n', write: (step) => `2**2**${step + 3}` },
];
const MOST_STEPS = 40;
const TOWER_LABELS: readonly string[] = ['x+1', 'x=1'];

/** The families that a reward is measured with: ordinary ones, then hostile ones. */
export function* lengthFamilies(
  target: RewardTarget,
  forms: readonly AnswerForm[],
): Generator<LengthFamily, void, void> {
  const [row = { prompt: '', label: '42', metadata: {} }] = rowsOf(target.world);
  const longest = longestOf(target);
  const answer = answerOf(row.label) ?? '1';
  const written = forms.length > 0 ? forms : PLAIN_FORMS;
  for (const form of written) {
    const end = form.write(answer);
    yield {
      name: `sentences and ${JSON.stringify(end)}`,
      row,
      isHostile: false,
      texts: () => stretch('', PROSE, end, longest),
    };
  }
  yield* towers(target, row, written);
  for (const unit of hostileUnits(target)) {
    for (const end of ['', '~']) {
      yield {
        name: `${JSON.stringify(unit)} again and again${end === '' ? '' : ' and "~"'}`,
        row,
        isHostile: true,
        texts: () => stretch('', unit, end, longest),
      };
    }
  }
  yield {
    name: 'nested braces in a box',
    row,
    isHostile: true,
    texts: () => nest(longest),
  };
  for (const { prefix, pump, suffix, source } of nearMisses(target.world.vocabulary)) {
    yield {
      name: `near misses of /${source}/`,
      row,
      isHostile: true,
      texts: () => stretch(prefix, pump, suffix, longest),
    };
  }
}

function hostileUnits({ world }: RewardTarget): readonly string[] {
  const literals = world.vocabulary.literals.filter(({ length }) => length > 0 && length < 40);
  return [...new Set([...LONG_UNITS.slice(0, 11), ...literals.slice(0, MOST_LITERALS)])];
}

function* towers(
  { world }: RewardTarget,
  row: Row,
  forms: readonly AnswerForm[],
): Generator<LengthFamily, void, void> {
  const rows: Row[] =
    world.rows.length > 0 ? [row] : TOWER_LABELS.map((label) => ({ ...row, label }));
  for (const labelled of rows) {
    for (const { name, write } of TOWERS) {
      for (const form of forms) {
        yield {
          name: JSON.stringify(form.write(name)),
          row: labelled,
          isHostile: true,
          texts: () => grow((step) => form.write(write(step))),
        };
      }
    }
  }
}

/** Short texts in small steps, since backtracking may double with each character; then doublings. */
function* stretch(
  prefix: string,
  unit: string,
  suffix: string,
  longest: number,
): Generator<string, void, void> {
  for (let times = 8; times * unit.length <= longest;) {
    yield prefix + unit.repeat(times) + suffix;
    times = times < 40 ? times + 1 : times * 2;
  }
}

function* nest(longest: number): Generator<string, void, void> {
  for (let depth = 8; depth * 2 <= longest; depth = depth < 40 ? depth + 1 : depth * 2) {
    yield `\\boxed{${'{'.repeat(depth)}1${'}'.repeat(depth)}}`;
  }
}

function* grow(write: (step: number) => string): Generator<string, void, void> {
  for (let step = 0; step <= MOST_STEPS; step += 1) yield write(step);
}

/** Numbers that grow by half with each step, so that the time of a call does not leap. */
function numberAt(step: number): number {
  return Math.floor(8 * 1.5 ** step);
}
