import { dapoDeviations } from './dapo-deviations.ts';
import { deepscalerDeviations } from './deepscaler-deviations.ts';
import type { Deviation } from './deviation.ts';
import { f1Deviations } from './f1-deviations.ts';
import { gpqaDeviations } from './gpqa-deviations.ts';
import { ifbenchDeviations } from './ifbench-deviations.ts';
import { mathDeviations } from './math-deviations.ts';
import type { RecordedGrader } from './recorded-rows.ts';

/** The table of deviations: every class of recorded verdicts that is wrong, by grader. */
export const deviations: Record<RecordedGrader, readonly Deviation[]> = {
  math: mathDeviations,
  deepscaler: deepscalerDeviations,
  dapo: dapoDeviations,
  f1: f1Deviations,
  gpqa: gpqaDeviations,
  ifbench: ifbenchDeviations,
};
