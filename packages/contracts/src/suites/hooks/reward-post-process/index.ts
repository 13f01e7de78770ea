import type { RewardPostProcess } from 'slime-sdk';
import { createSuite } from '../../../suite.ts';
import { hookLoader } from '../target.ts';
import { fanOut } from './fan-out.ts';
import { constantGroup, failed, order, otherGroups, removed } from './groups.ts';
import { deterministic, finite, result, survives, unchanged } from './result.ts';

/** The checks of reward post-processes, in order. */
export const rewardPostProcessSuite = createSuite({
  checks: [
    result,
    finite,
    survives,
    deterministic,
    unchanged,
    constantGroup,
    otherGroups,
    fanOut,
    removed,
    failed,
    order,
  ],
  load: hookLoader<RewardPostProcess>('rewardPostProcess'),
});
