import type { Sample } from 'slime-sdk';
import { property } from '../../check.ts';
import { readGroups } from './read-groups.ts';
import { FEW, type RolloutCase, rolloutCases, runRollout } from './run-rollout.ts';
import type { RolloutTarget } from './target.ts';

/** A rollout without rewards cannot be trained on. */
export const scored = property<RolloutTarget, RolloutCase>({
  ...FEW,
  id: 'rollout/scored',
  title: 'every sample has a reward, or failed and is removed',
  why: 'A null reward in an accepted group ends the run where rewards become a tensor; a failure that is not removed is trained on.',
  fix: 'Await every reward. What was aborted or failed has the reward null and remove_sample true, or is sampled anew.',
  source: 'slime/rollout/sglang_rollout.py: generate_and_rm',
  faults: ['A001', 'B053', 'A007'],
  requires: ['rollout/groups'],
  inputs: rolloutCases,
  async holds(target, input, trial) {
    const run = await runRollout(target, input, trial);
    for (const sample of readGroups(run, trial).flatMap(({ rollouts }) => rollouts.flat())) {
      const failed = sample.status === 'aborted' || sample.status === 'failed';
      if (failed ? sample.remove_sample : sample.reward !== null) continue;
      trial.fail({
        expected: failed ? `a ${sample.status} sample is removed` : 'a reward',
        got: { index: sample.index, status: sample.status, reward: sample.reward },
      });
    }
  },
});

/** The loss counts rollouts by their ids. */
export const rolloutIds = property<RolloutTarget, RolloutCase>({
  ...FEW,
  id: 'rollout/rollout-ids',
  title: 'segments of a rollout share a rollout_id, and no two rollouts of the batch do',
  why: 'slime looks at ids within one list only: two rollouts of one id are merged in the loss, and segments without one count as rollouts of their own.',
  fix: 'Set rollout_id to the index of the sample that was split, on every segment; leave it null where nothing was.',
  source: 'slime/observability/rollout_data_utils.py: validate_rollout_id_annotated',
  faults: ['B078', 'B079', 'B140'],
  requires: ['rollout/groups'],
  inputs: rolloutCases,
  async holds(target, input, trial) {
    const run = await runRollout(target, input, trial);
    const owners = new Map<number, string>();
    for (const [at, { rollouts, nested }] of readGroups(run, trial).entries()) {
      for (const [place, segments] of rollouts.entries()) {
        const ids = [...new Set(segments.map((segment) => segment.rollout_id))];
        const where = `samples[${at}][${place}]`;
        const [id = null] = ids;
        if (segments.length > 1 && (ids.length > 1 || id === null)) {
          trial.fail({
            expected: `one rollout_id for the ${segments.length} segments of ${where}`,
            got: ids,
          });
        }
        if (id === null) continue;
        // In a plain group segments stand side by side.
        const owner = nested ? where : `samples[${at}]`;
        const other = owners.get(id);
        if (other !== undefined && other !== owner) {
          trial.fail({
            expected: 'a rollout_id of its own',
            got: `${id} in ${other} and ${owner}`,
          });
        }
        owners.set(id, owner);
      }
    }
  },
});

/** The data source says who a sample is. */
export const identity = property<RolloutTarget, RolloutCase>({
  ...FEW,
  id: 'rollout/identity',
  title: 'index and group_index are those that the data source gave',
  why: 'slime sorts by index, and baselines gather by group_index: samples without them cannot be sorted, and samples that were built anew join the group of another prompt.',
  fix: 'Start from the samples of dataSource.getSamples(...): { ...sample, ... }.',
  source: 'slime/rollout/sglang_rollout.py: generate_rollout_async',
  faults: ['B066', 'B032'],
  requires: ['rollout/groups'],
  inputs: rolloutCases,
  async holds(target, input, trial) {
    const run = await runRollout(target, input, trial);
    for (const [at, { rollouts }] of readGroups(run, trial).entries()) {
      const samples: readonly Sample[] = rollouts.flat();
      for (const { index, group_index: group } of samples) {
        const known = group === null ? undefined : run.source.given.get(group);
        if (known === undefined) {
          trial.fail({
            expected: 'a group_index that the data source gave',
            got: { index, group_index: group },
          });
        }
        if (index === null || samples[0]?.group_index !== group) {
          trial.fail({
            expected: `an index, and the group_index of the others of samples[${at}]`,
            got: { index, group_index: group },
          });
        }
      }
    }
  },
});
