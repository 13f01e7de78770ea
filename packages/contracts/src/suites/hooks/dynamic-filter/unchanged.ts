import { batchProperty } from '../batch-property.ts';
import { judge } from './verdict.ts';

/** A filter looks, and changes nothing. */
export const unchanged = batchProperty({
  id: 'dynamic-filter/unchanged',
  title: 'a group is as it was once it has its verdict',
  why: 'What a filter sorts, removes or writes is what slime trains on: the group is not copied for it.',
  fix: 'Copy before you sort or change: group.toSorted(...), { ...sample }.',
  source: 'slime/rollout/sglang_rollout.py: generate_rollout_async',
  faults: [],
  requires: ['dynamic-filter/result'],
  batch: { groups: { min: 1, max: 1 } },
  async holds(target, make, trial) {
    const batch = make();
    await judge(target, batch, trial);
    trial.equal(batch.groups, make().groups, 'the group after the call');
  },
});
