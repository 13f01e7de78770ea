import { examination } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { describeChange, readGlobals } from '../global-state.ts';
import type { RewardTarget } from '../target.ts';
import { sampleBatches, scoreInTurn } from './sample-batches.ts';

const CALLS = 30;

export const globals = examination<RewardTarget>({
  id: 'rm/globals',
  title: 'prototypes, globals, process.env, the working directory and listeners stay as they were',
  why: 'All plugins and calls share one process: a changed prototype breaks code that has nothing to do with the reward, and a variable of the environment that is set for one sample is read by the next.',
  fix: 'Pass values as arguments, use `cwd` and `env` of child_process instead of changing your own, and load what patches prototypes in a process of its own.',
  source: 'examples/tau-bench/generate_with_tau.py:34-35',
  faults: ['A064', 'B033'],
  requires: ['rm/settles'],
  async examine(target, trial: Trial) {
    await scoreInTurn(target, trial, sampleBatches(target, trial, CALLS), CALLS);
    const change = describeChange(target.globals, readGlobals());
    if (change !== null) {
      trial.fail({ expected: 'nothing that others share has changed', got: change });
    }
  },
});
