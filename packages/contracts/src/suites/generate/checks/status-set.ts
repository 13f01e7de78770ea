import { property } from '../../../check.ts';
import { type EndedCase, endedCase, forEachEnding, showEnded } from './each-ending.ts';
import type { GenerateTarget } from '../target.ts';

const STATUSES: readonly unknown[] = ['completed', 'truncated', 'aborted', 'failed'];

/** Every way out sets a status. */
export const statusSet = property<GenerateTarget, EndedCase>({
  id: 'generate/status-set',
  title: 'every way out sets a status: completed, truncated, aborted or failed',
  why: 'slime grades and trains a sample that is still pending, and a status of its own spelling is never equal to “aborted”: what was given up is trained as an answer.',
  fix: 'Set the status on every path, early returns and aborts too; tape.finish() does it.',
  source: 'slime/utils/types.py Sample.Status; slime/rollout/sglang_rollout.py generate_and_rm',
  faults: ['B008', 'B031', 'B067'],
  requires: ['generate/result-shape'],
  share: 0.1,
  mostCases: 40,
  inputs: ({ world }) => endedCase(world),
  show: showEnded,
  async holds(target, input, trial) {
    await forEachEnding(target, trial, input, ({ outcome }) => {
      if (!outcome.ok) return;
      const items: unknown[] = Array.isArray(outcome.value) ? outcome.value : [outcome.value];
      for (const item of items) {
        const isObject = typeof item === 'object' && item !== null;
        const status: unknown = isObject && 'status' in item ? item.status : undefined;
        if (!STATUSES.includes(status)) {
          trial.fail({ expected: `status ${STATUSES.join(', ')}`, got: status });
        }
      }
    });
  },
});
