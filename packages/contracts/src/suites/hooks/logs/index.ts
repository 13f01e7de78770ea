import type { EvalRolloutLogFunction, RolloutLogFunction } from 'slime-sdk';
import { createSuite } from '../../../suite.ts';
import { hookLoader } from '../target.ts';
import { evalInputs } from './eval-inputs.ts';
import { logChecks } from './log-checks.ts';

/** The checks of rollout log functions, in order. */
export const rolloutLogSuite = createSuite({
  checks: logChecks<RolloutLogFunction>({
    suite: 'rollout-log',
    parameters: ['rolloutId', 'args', 'samples', 'rolloutExtraMetrics', 'rolloutTime'],
    source: 'slime/observability/rollout_metrics.py: log_rollout_data',
    inputs: ({ groups, picker }, args, bare) => [
      picker.below(100),
      args,
      groups.flat(2),
      bare ? {} : { 'rollout/dynamic_filter/drop_zero_std_0.0': 3, extra: 0.5 },
      picker.below(1000) / 8,
    ],
    kept: ([, , samples]) => samples,
  }),
  load: hookLoader<RolloutLogFunction>('rolloutLog'),
});

/** The checks of evaluation log functions, in order. */
export const evalLogSuite = createSuite({
  checks: logChecks<EvalRolloutLogFunction>({
    suite: 'eval-log',
    parameters: ['rolloutId', 'args', 'data', 'extraMetrics'],
    source: 'slime/observability/rollout_metrics.py: log_eval_rollout_data',
    inputs: evalInputs,
    kept: ([, , data]) => data,
  }),
  load: hookLoader<EvalRolloutLogFunction>('evalLog'),
});
