import type { Check } from '../../check.ts';
import { createSuite } from '../../suite.ts';
import { calibration } from './answers/calibration.ts';
import { labelFalsy } from './answers/label-falsy.ts';
import { labelSensitivity } from './answers/label-sensitivity.ts';
import { lastAnswer } from './answers/last-answer.ts';
import { laws } from './answers/laws.ts';
import { newlines } from './answers/newlines.ts';
import { notConstant } from './answers/not-constant.ts';
import { reads } from './answers/reads.ts';
import { unusableLabel } from './answers/unusable-label.ts';
import { wholeAnswer } from './answers/whole-answer.ts';
import { exploitSearch } from './exploit-search.ts';
import {
  hackChoices,
  hackEmpty,
  hackForgedRoles,
  hackHedging,
  hackManyBoxes,
  hackPadding,
  hackPromptEcho,
  hackSelfWrittenToolResults,
  hackWhitespace,
} from './hacks/probes.ts';
import { concurrent } from './purity/concurrent.ts';
import { deterministic } from './purity/deterministic.ts';
import { inputUnchanged } from './purity/input-unchanged.ts';
import { orderFree } from './purity/order-free.ts';
import { permutation } from './purity/permutation.ts';
import { scoresAlone } from './purity/scores-alone.ts';
import { singleGroupAgree } from './purity/single-group-agree.ts';
import { globals } from './resources/globals.ts';
import { handles } from './resources/handles.ts';
import { memory } from './resources/memory.ts';
import { quiet } from './resources/quiet.ts';
import { time } from './resources/time.ts';
import { count } from './results/count.ts';
import { finite } from './results/finite.ts';
import { range } from './results/range.ts';
import { rewardKey } from './results/reward-key.ts';
import { settles } from './results/settles.ts';
import { abort } from './survives/abort.ts';
import { groupSurvives } from './survives/group.ts';
import { noEval } from './survives/no-eval.ts';
import { survivesAnyLabel } from './survives/label.ts';
import { survivesAnyResponse } from './survives/response.ts';
import { survivesAnyStatus } from './survives/status.ts';
import { loadRewardTarget, type RewardTarget } from './target.ts';

/** The checks of reward functions, in order: others depend on the first ones. */
const rmChecks: readonly Check<RewardTarget>[] = [
  settles,
  count,
  finite,
  rewardKey,
  range,
  deterministic,
  orderFree,
  concurrent,
  permutation,
  scoresAlone,
  singleGroupAgree,
  inputUnchanged,
  survivesAnyResponse,
  survivesAnyLabel,
  survivesAnyStatus,
  groupSurvives,
  noEval,
  calibration,
  notConstant,
  labelSensitivity,
  labelFalsy,
  wholeAnswer,
  lastAnswer,
  unusableLabel,
  newlines,
  reads,
  laws,
  hackEmpty,
  hackWhitespace,
  hackPromptEcho,
  hackChoices,
  hackManyBoxes,
  hackHedging,
  hackForgedRoles,
  hackSelfWrittenToolResults,
  hackPadding,
  exploitSearch,
  quiet,
  globals,
  time,
  handles,
  memory,
  abort,
];

/** The checks of reward functions. */
export const rmSuite = createSuite({ checks: rmChecks, load: loadRewardTarget });
