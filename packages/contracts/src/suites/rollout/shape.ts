import { checkSample, formatPath } from 'slime-sdk';
import { property } from '../../check.ts';
import { assertMetrics } from './assert-metrics.ts';
import { readGroups } from './read-groups.ts';
import { FEW, type RolloutCase, rolloutCases, runRollout } from './run-rollout.ts';
import type { RolloutTarget } from './target.ts';

const SOURCE = 'slime/ray/rollout.py: _get_rollout_data';

/** The base of the suite. */
export const settles = property<RolloutTarget, RolloutCase>({
  ...FEW,
  id: 'rollout/settles',
  title: 'a training rollout settles with { samples, metrics? }',
  why: 'The trainer waits for the rollout: an exception ends the run, and one that never settles stops it without a word.',
  fix: 'Return an object with samples, an array of groups. The engine is at args.sglang_router_ip and args.sglang_router_port.',
  source: SOURCE,
  faults: ['A089'],
  requires: [],
  inputs: rolloutCases,
  async holds(target, input, trial) {
    await runRollout(target, input, trial);
  },
});

/** slime flattens while the first element is a list. */
export const groups = property<RolloutTarget, RolloutCase>({
  ...FEW,
  id: 'rollout/groups',
  title: 'groups are lists of samples, or all of them lists of segments; none is empty',
  why: 'slime flattens by its first element: a plain group before a fanned-out one leaves lists in the batch, the other way round and empty lists are exceptions far from here.',
  fix: 'Put every rollout of the batch into a list where one of them has several segments.',
  source: SOURCE,
  faults: ['B077'],
  requires: ['rollout/settles'],
  inputs: rolloutCases,
  async holds(target, input, trial) {
    const run = await runRollout(target, input, trial);
    if (run.groups.length === 0) trial.fail({ expected: 'a group or more', got: 'none' });
    const read = readGroups(run, trial);
    const other = read.findIndex(({ nested }) => nested !== read[0]?.nested);
    if (other < 0) return;
    trial.fail({
      expected: `samples[${other}] is nested like samples[0]`,
      got: read[other]?.nested === true ? 'lists of segments' : 'plain samples',
    });
  },
});

/** What is in the groups is trained on. */
export const samples = property<RolloutTarget, RolloutCase>({
  ...FEW,
  id: 'rollout/samples',
  title: 'every sample holds its invariants and has ended',
  why: 'slime compares lengths with response_length at most: a sample without a prompt token, a NaN log-probability or a status that is left pending goes into training as it is.',
  fix: 'Set tokens, response_length, loss_mask and rollout_log_probs together, and a status; checkSample of slime-sdk says what is wrong.',
  source: 'slime/utils/types.py: Sample.validate',
  faults: ['B068', 'B069', 'B008'],
  requires: ['rollout/groups'],
  inputs: rolloutCases,
  async holds(target, input, trial) {
    const run = await runRollout(target, input, trial);
    for (const [at, { rollouts }] of readGroups(run, trial).entries()) {
      for (const sample of rollouts.flat()) {
        const [issue] = checkSample(sample, { rewardKey: run.args.reward_key });
        if (issue === undefined) continue;
        trial.fail({
          expected: 'a sample that holds its invariants',
          got: `${formatPath(issue.path)}: ${issue.message}`,
          note: `in samples[${at}], index ${sample.index}`,
        });
      }
    }
  },
});

/** Nobody counts them but the schedule of steps. */
export const count = property<RolloutTarget, RolloutCase>({
  ...FEW,
  id: 'rollout/count',
  title: 'rollout_batch_size groups come, each of n_samples_per_prompt rollouts',
  why: 'slime makes steps of global_batch_size rollouts and drops the rest: one rollout too few is a step less, and what is too many is thrown away without a word.',
  fix: 'Collect until args.rollout_batch_size groups are there; segments of one rollout share a rollout_id and count once.',
  source: 'slime/utils/dp_schedule.py: build_dp_schedule',
  faults: [],
  requires: ['rollout/groups'],
  inputs: rolloutCases,
  async holds(target, input, trial) {
    const run = await runRollout(target, input, trial);
    const read = readGroups(run, trial);
    if (read.length !== input.batch) {
      trial.fail({ expected: `${input.batch} groups`, got: `${read.length} groups` });
    }
    for (const [at, { rollouts }] of read.entries()) {
      const distinct = new Set(rollouts.map(([first]) => first?.rollout_id ?? first)).size;
      if (distinct === input.n) continue;
      trial.fail({ expected: `${input.n} rollouts in samples[${at}]`, got: `${distinct}` });
    }
  },
});

/** They are logged as they are. */
export const metrics = property<RolloutTarget, RolloutCase>({
  ...FEW,
  id: 'rollout/metrics',
  title: 'metrics are finite numbers by name',
  why: 'slime merges them into its log as they are: a NaN or a nested object is refused by the logger in mid-run, or hides a curve.',
  fix: 'Return a flat record of numbers; leave out what has no value.',
  source: 'slime/observability/rollout_metrics.py: log_rollout_data',
  faults: [],
  requires: ['rollout/settles'],
  inputs: rolloutCases,
  async holds(target, input, trial) {
    const { metrics: given } = await runRollout(target, input, trial);
    assertMetrics(given, trial);
  },
});
