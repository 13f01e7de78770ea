import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { anyBatch, type Batch, showBatch } from '../reward-case.ts';
import { tryScore } from '../score.ts';
import type { RewardTarget } from '../target.ts';

export const quiet = property<RewardTarget, Batch>({
  id: 'rm/quiet',
  title: 'nothing is written to standard output',
  why: 'Hundreds of thousands of calls write hundreds of thousands of lines, and tools that read the output of a run as data cannot read it any more.',
  fix: 'Take out console.log, or write to standard error (console.error).',
  source: 'house rule',
  faults: [],
  requires: ['rm/settles'],
  share: 0.1,
  inputs: (target) => anyBatch(target),
  show: showBatch,
  async holds(target, batch, trial: Trial) {
    await tryScore(target, trial, batch);
    if (trial.output !== '') trial.fail({ expected: 'no output', got: trial.output });
  },
});
