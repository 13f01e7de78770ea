import { batchProperty } from '../batch-property.ts';
import { judge } from './verdict.ts';

const ONE_GROUP = { min: 1, max: 1 };

/** The base of the suite: a finished group gets a verdict. */
export const result = batchProperty({
  id: 'dynamic-filter/result',
  title: 'a finished group gets a boolean or { keep, reason?, keep_when_insufficient? }, at once',
  why:
    'slime takes any other value for its truth: a promise, an empty object or the string "false" keeps ' +
    'every group, and a misspelt field is not seen.',
  fix: 'Return true, false or the object from a function that is not async; read rewards by args.reward_key where they are records.',
  source: 'slime/rollout/filter_hub/base_types.py: call_dynamic_filter',
  faults: [],
  requires: [],
  batch: { groups: ONE_GROUP },
  async holds(target, make, trial) {
    await judge(target, make(), trial);
  },
});

/** The shapes that slime hands it besides. */
export const survives = batchProperty({
  id: 'dynamic-filter/survives',
  title: 'groups with failed or removed members, fanned-out groups and groups of one get a verdict',
  why:
    'slime asks for every finished group: members that were aborted have the reward null, and where ' +
    'generate fans out the members are lists. An exception in the filter ends the run.',
  fix: 'Flatten the group first (group.flat()), and judge by the members that have a reward.',
  source:
    'slime/rollout/sglang_rollout.py: generate_rollout_async; filter_hub/dynamic_sampling_filters.py',
  faults: ['B058'],
  requires: ['dynamic-filter/result'],
  batch: { groups: ONE_GROUP, failed: true, removed: true, fanOut: true },
  async holds(target, make, trial) {
    const nested = make();
    // Every other batch as generate functions without fan-out give it.
    if (nested.picker.chance(50)) nested.groups = nested.groups.map((group) => group.flat());
    await judge(target, nested, trial);
  },
});
