import type { Trial } from '../../../trial.ts';
import { batchProperty } from '../batch-property.ts';
import { segmentLists } from '../fan-out.ts';
import { judge } from './verdict.ts';

const ONE_GROUP = { min: 1, max: 1 };

/** Random filters break it, and what compares verdicts says nothing about them. */
export const deterministic = batchProperty({
  id: 'dynamic-filter/deterministic',
  title: 'the same group gets the same verdict twice',
  why: 'A verdict that depends on chance or on earlier groups makes a run that cannot be repeated.',
  fix: 'Decide by the group alone; draw from a seed such as the group_index where chance is meant.',
  source: 'slime/rollout/sglang_rollout.py: generate_rollout_async',
  faults: [],
  requires: ['dynamic-filter/result'],
  batch: { groups: ONE_GROUP },
  async holds(target, make, trial) {
    const first = await judge(target, make(), trial);
    const second = await judge(target, make(), trial);
    trial.equal(second, first, 'the second verdict');
  },
});

/** Splitting a rollout into segments is no change of what it scored. */
export const fanOut = batchProperty({
  id: 'dynamic-filter/fan-out',
  title: 'splitting a rollout into segments changes no verdict',
  why:
    'Where generate fans out, a rollout is a list of segments that share rollout_id and reward. A filter ' +
    'that counts segments takes a long rollout for several: shares of right answers come out wrong.',
  fix: 'Take one reward a rollout: the members of the group are lists then, and siblings share a rollout_id.',
  source: 'slime/observability/rollout_data_utils.py: validate_rollout_id_annotated',
  faults: ['B058', 'A027'],
  requires: ['dynamic-filter/survives', 'dynamic-filter/deterministic'],
  batch: { groups: ONE_GROUP, size: { min: 2, max: 4 } },
  async holds(target, make, trial) {
    const whole = await judge(target, make(), trial);
    const full = await judge(target, segmentLists(make(), 'full'), trial);
    if (full.keep === whole.keep) return;
    // Or each segment has its part of the reward.
    const split = await judge(target, segmentLists(make(), 'split'), trial);
    if (split.keep === whole.keep) return;
    trial.fail({ expected: { keep: whole.keep }, got: { keep: full.keep } });
  },
});

/** A member that failed is no member that scored. */
export const failedMembers = batchProperty({
  id: 'dynamic-filter/failed-members',
  title: 'a failed member does not make a group of equal rewards worth training on',
  why:
    'A member without a reward that is taken for 0 makes the rewards of its group differ: groups that ' +
    'teach nothing pass the filter, and a failure counts as a wrong answer.',
  fix: 'Leave members with reward null out before rewards are compared.',
  source: 'slime/rollout/filter_hub/dynamic_sampling_filters.py',
  faults: ['A001'],
  requires: ['dynamic-filter/survives', 'dynamic-filter/deterministic'],
  batch: { groups: ONE_GROUP, size: { min: 3, max: 6 }, failed: true, constant: 'reward' },
  async holds(target, make, trial: Trial) {
    const batch = make();
    const samples = batch.groups.flat(2);
    const scored = samples.filter(({ reward }) => reward !== null);
    const failed = samples.find(({ reward }) => reward === null);
    trial.require(failed !== undefined && scored.length >= 2);
    const without = await judge(target, { ...make(), groups: [scored] }, trial);
    trial.require(!without.keep);
    const verdict = await judge(target, { ...make(), groups: [[...scored, failed]] }, trial);
    if (!verdict.keep) return;
    trial.fail({
      expected: 'a group that is dropped without its failed member is dropped with it',
      got: { keep: true },
    });
  },
});
