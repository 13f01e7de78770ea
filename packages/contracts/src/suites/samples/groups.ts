import type { RolloutArgs, Sample } from 'slime-sdk';
import type { SampleCheck, StoredSample } from './sample-check.ts';

const REQUIRES = ['samples/json', 'samples/shape'] as const;
const POST_PROCESS = 'slime/ray/rollout.py: _post_process_rewards';
/** A share of groups that teach nothing, above which a run hardly learns. */
const MOST_CONSTANT = 0.9;
/** So few rewards may be equal by chance. */
const FEW_REWARDS = 8;

/** What is kept of a group: a few numbers. */
interface Group {
  first: Pick<StoredSample, 'line' | 'prefix'>;
  /** Distinct rollouts, by id or, without one, by sample. */
  rollouts: number;
  lastRollout: number | null;
  least: number;
  most: number;
  scored: number;
}

/** Groups by group_index. Segments of a rollout stand beside each other, so one id is enough. */
class Groups {
  readonly byIndex = new Map<number, Group>();

  add(stored: StoredSample & { sample: Sample }, args: RolloutArgs): boolean {
    const { sample, line, prefix } = stored;
    const { group_index: index, rollout_id: rollout } = sample;
    if (index === null) return false;
    const group = this.byIndex.get(index) ?? {
      first: { line, prefix },
      rollouts: 0,
      lastRollout: null,
      least: Number.POSITIVE_INFINITY,
      most: Number.NEGATIVE_INFINITY,
      scored: 0,
    };
    this.byIndex.set(index, group);
    if (rollout === null || rollout !== group.lastRollout) group.rollouts += 1;
    group.lastRollout = rollout;
    const value = rewardOf(sample, args);
    if (value === null) return true;
    group.scored += 1;
    group.least = Math.min(group.least, value);
    group.most = Math.max(group.most, value);
    return true;
  }
}

function rewardOf({ reward }: Sample, { reward_key: key }: RolloutArgs): number | null {
  const value = typeof reward === 'object' && key !== null ? reward?.[key] : reward;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** n samples of each prompt. */
export const groupSizes: SampleCheck = {
  id: 'samples/group-sizes',
  title: 'every group has the same number of rollouts, n_samples_per_prompt',
  why: "slime's baselines are rows of n samples where the total fits, and one row over the whole batch where it does not: one sample more or less moves them all.",
  fix: 'Keep aborted samples in their group with remove_sample; give a reward post-process that gathers by group_index.',
  source: POST_PROCESS,
  faults: ['A006', 'B073', 'B074'],
  requires: REQUIRES,
  expected: 'groups of one size',
  needs: 'samples with a group_index',
  start: ({ args }) => {
    const groups = new Groups();
    return {
      look: (stored) => groups.add(stored, args),
      end(report) {
        const counts = [...groups.byIndex.values()].map(({ rollouts }) => rollouts);
        const n = args.n_samples_per_prompt > 1 ? args.n_samples_per_prompt : mostCommon(counts);
        for (const [index, { rollouts, first }] of groups.byIndex) {
          if (rollouts === n) continue;
          report(`group ${index} has ${rollouts} rollouts, not ${n}`, ['group_index'], first);
        }
      },
    };
  },
};

function mostCommon(counts: readonly number[]): number {
  const tally = new Map<number, number>();
  for (const count of counts) tally.set(count, (tally.get(count) ?? 0) + 1);
  return [...tally].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

/** Groups that teach something. */
export const constantGroups: SampleCheck = {
  id: 'samples/constant-groups',
  title: `at most ${MOST_CONSTANT * 100} of 100 groups have equal rewards throughout`,
  why: 'A group whose rewards are all equal has no advantage: tasks that are all solved or never solved cost as much as others and teach nothing.',
  fix: 'Choose rows of a difficulty that some answers meet, or filter such groups with --dynamic-sampling-filter-path.',
  source: POST_PROCESS,
  faults: ['B057'],
  requires: REQUIRES,
  expected: 'more groups whose rewards differ',
  needs: `${FEW_REWARDS} groups of two or more scored samples`,
  start: ({ args }) => {
    const groups = new Groups();
    return {
      look: (stored) => groups.add(stored, args),
      end(report) {
        const judged = [...groups.byIndex.values()].filter(({ scored }) => scored >= 2);
        const constant = judged.filter(({ least, most }) => least === most);
        const [first] = constant;
        if (first === undefined || judged.length < FEW_REWARDS) return;
        if (constant.length <= judged.length * MOST_CONSTANT) return;
        const message = `${constant.length} of ${judged.length} groups, the first of them here`;
        report(message, ['reward'], first.first);
      },
    };
  },
};

/** A grader that says one thing. */
export const equalRewards: SampleCheck = {
  id: 'samples/equal-rewards',
  title: 'rewards are not all the same',
  why: 'A grader that always says 0 looks like a policy that always fails: the text may be right, and the marker that the grader waits for never comes.',
  fix: 'Read some responses beside their labels, and run slime-contracts on the reward function with these rows.',
  source: 'slime/rollout/rm_hub/deepscaler.py',
  faults: ['A003', 'B112'],
  requires: REQUIRES,
  expected: 'two different rewards',
  needs: 'scored samples',
  start: ({ args }) => {
    let scored = 0;
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    let first: StoredSample | null = null;
    return {
      look(stored) {
        const value = rewardOf(stored.sample, args);
        if (value === null) return false;
        first ??= stored;
        scored += 1;
        least = Math.min(least, value);
        most = Math.max(most, value);
        return true;
      },
      end(report) {
        if (first === null || scored < FEW_REWARDS || least !== most) return;
        report(`${least} for each of ${scored} samples`, ['reward'], first);
      },
    };
  },
};
