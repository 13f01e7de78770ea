import { examination } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { findStateChange, readProcessState } from '../../../world/process-state.ts';
import type { RewardTarget } from '../target.ts';
import { countListeners, findListenerChange } from './process-listeners.ts';
import { sampleBatches, scoreInTurn } from './sample-batches.ts';

const CALLS = 30;
/** Calls in which a reward may load what it needs. */
const FIRST_CALLS = 5;

export const globals = examination<RewardTarget>({
  id: 'rm/globals',
  title: 'prototypes, globals, process.env, the working directory and listeners stay as they were',
  why: 'All plugins and calls share one process: a changed prototype breaks code that has nothing to do with the reward, and a variable of the environment that is set for one sample is read by the next.',
  fix: 'Pass values as arguments, use `cwd` and `env` of child_process instead of changing your own, and load what patches prototypes in a process of its own.',
  source: 'examples/tau-bench/generate_with_tau.py:34-35',
  faults: ['A064', 'B033'],
  requires: ['rm/settles'],
  async examine(target, trial: Trial) {
    const { world, loaded } = target;
    const batches = sampleBatches(target, trial, CALLS);
    await scoreInTurn(target, trial, batches, FIRST_CALLS);
    const before = readProcessState();
    await scoreInTurn(target, trial, batches, CALLS);
    const after = readProcessState();
    const late = { globals: true, variables: false };
    const change =
      findStateChange(before, after, { globals: false, variables: false }) ??
      findStateChange(loaded.state, after, late) ??
      findStateChange(world.processState, after, { globals: true, variables: true }) ??
      findListenerChange(loaded.listeners, countListeners());
    if (change !== null) {
      trial.fail({ expected: 'nothing that others share has changed', got: change });
    }
  },
});
