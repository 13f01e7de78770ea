import { dapoDeviations } from './dapo-deviations.ts';
import { deepscalerDeviations } from './deepscaler-deviations.ts';
import type { Deviation, Unrecorded } from './deviation.ts';
import { f1Deviations } from './f1-deviations.ts';
import { gpqaDeviations } from './gpqa-deviations.ts';
import { ifbenchDeviations } from './ifbench-deviations.ts';
import { ifbenchUnrecorded } from './ifbench-unrecorded.ts';
import { mathDeviations } from './math-deviations.ts';
import { unrecordedLabels } from './unrecorded-labels.ts';
import type { RecordedGrader } from './recorded-rows.ts';

/** The table of deviations: every class of recorded verdicts that is wrong, by grader. Each alone explains a row. */
export const deviations: Record<RecordedGrader, readonly Deviation[]> = {
  math: mathDeviations,
  deepscaler: deepscalerDeviations,
  dapo: dapoDeviations,
  f1: f1Deviations,
  gpqa: gpqaDeviations,
  ifbench: ifbenchDeviations,
};

/** Classes of wrong verdicts that no recorded row shows, by grader. */
export const unrecorded: Record<RecordedGrader, readonly Unrecorded[]> = {
  math: unrecordedLabels(''),
  deepscaler: unrecordedLabels(''),
  dapo: unrecordedLabels('Answer: '),
  f1: [],
  gpqa: [],
  ifbench: ifbenchUnrecorded,
};
