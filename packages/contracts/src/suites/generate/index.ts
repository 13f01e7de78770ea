import { createSuite } from '../../suite.ts';
import { abortSettles } from './checks/abort-settles.ts';
import { aborted } from './checks/aborted.ts';
import { budgets } from './checks/budgets.ts';
import { concurrent } from './checks/concurrent.ts';
import { deterministic } from './checks/deterministic.ts';
import { emptyOutput } from './checks/empty-output.ts';
import { evaluation } from './checks/evaluation.ts';
import { fanOutReward } from './checks/fan-out-reward.ts';
import { fanOutSegments } from './checks/fan-out.ts';
import { faults } from './checks/faults.ts';
import { finishReasons } from './checks/finish-reasons.ts';
import { forgedObservation } from './checks/forged-observation.ts';
import { globals } from './checks/globals.ts';
import { handles } from './checks/handles.ts';
import { images } from './checks/images.ts';
import { lengths } from './checks/lengths.ts';
import { missingLogProbs, nullLogProbs } from './checks/log-probs.ts';
import { partialResume } from './checks/partial-resume.ts';
import { placeholderReward } from './checks/placeholder-reward.ts';
import { promptExcluded } from './checks/prompt-excluded.ts';
import { provenance } from './checks/provenance.ts';
import { quiet } from './checks/quiet.ts';
import { refusedNotRetried } from './checks/refused.ts';
import { request } from './checks/request.ts';
import { resultShape } from './checks/result-shape.ts';
import { sampleIdentity } from './checks/sample-identity.ts';
import { settles } from './checks/settles.ts';
import { statusSet } from './checks/status-set.ts';
import { tokens } from './checks/tokens.ts';
import { turnBoundary } from './checks/turn-boundary.ts';
import { argsUnchanged, paramsUnchanged } from './checks/unchanged.ts';
import { weightVersion } from './checks/weight-version.ts';
import { loadGenerateTarget, unloadGenerateTarget } from './target.ts';

/** The checks of custom generate functions, in order. */
export const generateSuite = createSuite({
  checks: [
    settles,
    resultShape,
    evaluation,
    statusSet,
    lengths,
    tokens,
    turnBoundary,
    provenance,
    budgets,
    promptExcluded,
    request,
    finishReasons,
    faults,
    refusedNotRetried,
    missingLogProbs,
    nullLogProbs,
    emptyOutput,
    weightVersion,
    aborted,
    partialResume,
    paramsUnchanged,
    argsUnchanged,
    sampleIdentity,
    placeholderReward,
    concurrent,
    deterministic,
    fanOutSegments,
    fanOutReward,
    images,
    forgedObservation,
    abortSettles,
    handles,
    globals,
    quiet,
  ],
  load: loadGenerateTarget,
  unload: unloadGenerateTarget,
});
