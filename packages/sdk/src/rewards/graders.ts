import type { MaybePromise } from '../maybe-promise.ts';
import type { RewardInput, RewardView } from '../reward.ts';
import type { Sample } from '../sample.ts';
import { dapo } from './dapo/dapo.ts';
import { deepscaler } from './deepscaler.ts';
import { f1, type F1Reward } from './f1/f1.ts';
import { openedBox } from './f1/opened-box.ts';
import { gpqa } from './gpqa/gpqa.ts';
import type { GpqaReward } from './gpqa/gpqa-reward.ts';
import { ifbench } from './ifbench/ifbench.ts';
import { extractAnswer } from './math/extract-answer.ts';
import { math } from './math/math.ts';
import { random } from './random.ts';
import type { Verdict } from './verdict.ts';

/** A grader as `--rm-type` calls it: the policy's own words against a row. */
export interface Grader {
  /** Smallest and largest reward; the smallest is the floor of an answer that goes past a bound. */
  readonly range: readonly [smallest: number, largest: number];
  /** Same words, same reward. `random` is so for its seed only. */
  readonly deterministic: boolean;
  /** What it reads. Default: the policy's words, the label and the metadata. */
  readonly reads?: readonly RewardInput[];
  /** @throws DataError for a label that cannot be read. */
  grade(
    view: Pick<RewardView, 'policyText' | 'seed'>,
    row: Pick<Sample, 'label' | 'metadata'>,
  ): MaybePromise<Verdict>;
}

type Grade = Grader['grade'];

const ZERO_TO_ONE = [0, 1] as const;

const LABEL_ALONE = ['policy', 'label'] as const;
const WITH_METADATA = ['policy', 'label', 'metadata'] as const;
const METADATA_ALONE = ['policy', 'metadata'] as const;

const grader = (
  range: Grader['range'],
  grade: Grade,
  reads: readonly RewardInput[] = LABEL_ALONE,
): Grader => ({ range, deterministic: true, reads, grade });

const boxOf = (view: Pick<RewardView, 'policyText'>): string =>
  extractAnswer(view.policyText) ?? '';

/** The box alone, in its box: fonts are taken off a letter there. */
function boxedText(view: Pick<RewardView, 'policyText'>): string {
  const box = extractAnswer(view.policyText);
  return box === null ? '' : `\\boxed{${box}}`;
}

const gradeF1 = (text: string, { label }: Parameters<Grade>[1]): F1Reward => f1(text, label);
const gradeGpqa = (text: string, { label, metadata }: Parameters<Grade>[1]): GpqaReward =>
  gpqa(text, label, metadata);

const mathGrader = grader(ZERO_TO_ONE, (view, { label }) => math(view.policyText, label));
const deepscalerGrader = grader(ZERO_TO_ONE, (view, { label }) =>
  deepscaler(view.policyText, label),
);
const randomGrader: Grader = {
  range: ZERO_TO_ONE,
  deterministic: false,
  grade: ({ seed }) => random(seed),
};

/**
 * slime's graders by the names of `--rm-type`.
 *
 * `boxed_` grades the content of the last complete box in place of the text. `math` and
 * `deepscaler` read a box as they are; `dapo` then needs no `Answer:`. slime takes the box off and
 * lets these three look for it again, so that none ever pays.
 */
export const graders = {
  math: mathGrader,
  dapo: grader([-1, 1], (view, { label }) => dapo(view.policyText, label)),
  deepscaler: deepscalerGrader,
  f1: grader(ZERO_TO_ONE, (view, row) => gradeF1(view.policyText, row)),
  gpqa: grader(ZERO_TO_ONE, (view, row) => gradeGpqa(view.policyText, row), WITH_METADATA),
  ifbench: grader(
    ZERO_TO_ONE,
    (view, { metadata }) => ifbench(view.policyText, metadata),
    METADATA_ALONE,
  ),
  random: randomGrader,
  boxed_math: mathGrader,
  boxed_dapo: grader([-1, 1], (view, { label }) =>
    dapo(view.policyText, label, { strictBoxVerify: true }),
  ),
  boxed_deepscaler: deepscalerGrader,
  boxed_f1: grader(ZERO_TO_ONE, (view, row) => gradeF1(openedBox(boxOf(view)), row)),
  boxed_gpqa: grader(ZERO_TO_ONE, (view, row) => gradeGpqa(boxedText(view), row), WITH_METADATA),
  boxed_ifbench: grader(
    ZERO_TO_ONE,
    (view, { metadata }) => ifbench(boxOf(view), metadata),
    METADATA_ALONE,
  ),
  boxed_random: randomGrader,
} as const satisfies Record<string, Grader>;
