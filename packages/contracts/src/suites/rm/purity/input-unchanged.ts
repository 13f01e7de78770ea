import { copyPlain } from 'slime-runtime/hosting';
import type { RewardView } from 'slime-sdk';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { copySample, copyView } from '../copy-input.ts';
import { anyBatch, type Batch, showBatch, withView } from '../reward-case.ts';
import type { RewardTarget } from '../target.ts';

export const inputUnchanged = property<RewardTarget, Batch>({
  id: 'rm/input-unchanged',
  title: 'sample, view and arguments stay as they were',
  why: 'slime hands the very sample that is trained on, and one object of arguments to all: what a reward writes there reaches the trainer, the next epoch and every other call. In a run of ours the arguments are frozen, and a write throws.',
  fix: 'Copy before you change: structuredClone(sample.metadata), [...view.turns]. Sort with toSorted, not sort.',
  source: 'slime/rollout/rm_hub/gpqa.py:93-98',
  faults: ['B123', 'A069', 'B139'],
  requires: ['rm/settles'],
  share: 0.3,
  inputs: (target) => anyBatch(target),
  show: showBatch,
  async holds(target, batch, trial: Trial) {
    const cases = batch.map((one) => withView(target.world, one));
    const { args } = target.world;
    const given = {
      args: copyPlain(args),
      samples: cases.map(({ sample }) => copySample(sample)),
      views: cases.map(({ view }) => copyView(view)),
    };
    // A throw is for other checks to say; what was changed before it counts all the same.
    await trial.attempt('reward', () => target.scoreThese(given.args, given.samples, given.views));
    trial.equal(
      given.samples,
      cases.map(({ sample }) => sample),
      'samples',
    );
    trial.equal(
      given.views.map(withoutSignal),
      cases.map(({ view }) => view),
      'views',
    );
    trial.equal(given.args, args, 'args');
  },
});

/** The signal is put into the very object that is handed out. */
function withoutSignal(view: Omit<RewardView, 'signal'> & { signal?: unknown }): unknown {
  const { signal: _, ...rest } = view;
  return rest;
}
