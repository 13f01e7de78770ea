import fc from 'fast-check';
import type { Group, Reward, Sample } from 'slime-sdk';
import { groupWith } from './group-of.ts';
import { listOf } from './list-of.ts';
import { Picker, picks } from './picks.ts';
import { EMPTY_VOCABULARY, type Vocabulary } from './vocabulary.ts';

/** What {@link rolloutGroups} may give. */
export interface RolloutGroupsOptions {
  /** Rows of the user's data; without any, prompts and labels are made up. */
  rows?: readonly Sample[];
  vocabulary?: Vocabulary;
  /** Groups of a rollout. Default 1 to 4. */
  groups?: { min: number; max: number };
  /** Samples (rollouts under `fanOut`) of a group. Default 1 to 4. */
  size?: { min: number; max: number };
  /** Groups of lists of segments, as generate functions that fan out give. Default false. */
  fanOut?: boolean;
  /** Aborted and failed members without a reward. Default false. */
  failed?: boolean;
  /** Members with `remove_sample`. Default false. */
  removed?: boolean;
  /** `--reward-key`: rewards are records with this key. Default null: numbers. */
  rewardKey?: string | null;
}

/** Whether it is removed, its reward, its segments. */
const PICKS_OF_MEMBER = 3;

const REWARDS: readonly number[] = [0, 1, 0.5, -1, 0.1, 2, -0.25, 1e-9, 1000];

/**
 * A rollout's groups with their rewards, as hooks get them: constant groups, groups of one, and
 * where asked for failed, removed and fanned-out members. Every `index` and every rollout is in it
 * once; optional fields are present in all samples or none. Shrinks to one group of one sample.
 */
export function rolloutGroups(options: RolloutGroupsOptions = {}): fc.Arbitrary<Group[]> {
  const { rows = [], vocabulary = EMPTY_VOCABULARY, failed = false, fanOut = false } = options;
  const size = options.size ?? { min: 1, max: 4 };
  const none = (): readonly string[] => [];
  const group = groupWith(
    { rows, vocabulary, rights: none, wrongs: none, longest: 10_000, size, failed },
    fc.constant({ withoutMask: false, withoutLogProbs: false }),
  );
  const groups = listOf(
    fc.tuple(group, picks(size.max * PICKS_OF_MEMBER + 2)),
    options.groups ?? { min: 1, max: 4 },
  );
  return fc.tuple(groups, fc.nat(7)).map(([drawn, bare]) => {
    const counter = { index: 0 };
    return drawn.map(([cases, numbers], at): Group => {
      const picker = new Picker(numbers);
      const rewardOf = groupReward(picker, options.rewardKey ?? null);
      const rollouts = cases.map(({ sample }) => {
        const isRemoved = options.removed === true && picker.chance(15);
        const first = homogeneous({ ...sample, group_index: at }, bare === 7);
        const segment = {
          ...first,
          reward: rewardOf(first),
          remove_sample: first.remove_sample || isRemoved,
        };
        return toSegments(segment, fanOut ? 1 + picker.below(3) : 1, counter);
      });
      return fanOut ? rollouts : rollouts.flat();
    });
  });
}

/** The samples of groups in slime's order, fanned-out ones too. */
export function flatSamples(groups: readonly Group[]): Sample[] {
  return groups.flat(2);
}

/** A reward for each member: the same for all in one group of three. */
function groupReward(picker: Picker, rewardKey: string | null): (sample: Sample) => Reward | null {
  const constant = picker.chance(33) ? picker.from(REWARDS) : undefined;
  return ({ status }) => {
    const drawn = constant ?? picker.from(REWARDS) ?? 0;
    if (status === 'aborted' || status === 'failed') return null;
    return rewardKey === null ? drawn : { note: 'graded', [rewardKey]: drawn };
  };
}

/** slime decides by its first sample whether a rollout has a field; one that never ran has no ids. */
function homogeneous(sample: Sample, isBare: boolean): Sample {
  return {
    ...sample,
    loss_mask: sample.loss_mask ?? [],
    rollout_log_probs: isBare ? null : (sample.rollout_log_probs ?? []),
  };
}

/** Indices go up through the rollout; segments share the `rollout_id` of their first. */
function toSegments(first: Sample, count: number, counter: { index: number }): Sample[] {
  const rolloutId = counter.index;
  return Array.from({ length: count }, () => {
    const index = counter.index;
    counter.index += 1;
    return { ...structuredClone(first), index, rollout_id: rolloutId };
  });
}
