import type { Sample } from 'slime-sdk';
import type { Trial } from '../../../trial.ts';
import { batchProperty } from '../batch-property.ts';
import { needsBaseline } from './needs-baseline.ts';
import { isClose, normalise } from './normalise.ts';
import { withReward } from '../rewards.ts';

const SOURCE = 'slime/ray/rollout.py: _post_process_rewards';
const AFTER_DETERMINISTIC = [
  'reward-post-process/finite',
  'reward-post-process/deterministic',
] as const;

/** A group that teaches nothing must not be trained on. */
export const constantGroup = batchProperty({
  id: 'reward-post-process/constant-group',
  title: 'a group of equal rewards gives 0 for each member, whatever other groups got',
  why:
    'All members did equally well, so there is nothing to learn from them. A mean over the batch, which ' +
    'slime itself takes as soon as groups differ in size, pushes such a group up or down as a whole.',
  fix: 'Subtract the mean of the samples that share a group_index. A baseline over the batch that is meant so is skipped with --skip and a reason.',
  source: SOURCE,
  faults: ['A006', 'B074'],
  requires: AFTER_DETERMINISTIC,
  needs: needsBaseline,
  batch: { groups: { min: 2, max: 3 }, size: { min: 2, max: 4 }, ragged: true, constant: 'sample' },
  async holds(target, make, trial) {
    const { args, groups } = make();
    const samples = groups.flat(2);
    const rewards = await normalise(target, { args, samples }, trial);
    const at = rewards.findIndex((reward) => Math.abs(reward) > 1e-6);
    if (at < 0) return;
    trial.fail({
      expected: 0,
      got: rewards[at],
      note: `rewards[${at}], of group_index ${samples[at]?.group_index}, whose rewards are all equal`,
    });
  },
});

/** Groups are told apart by their group_index, not by their place. */
export const otherGroups = batchProperty({
  id: 'reward-post-process/other-groups',
  title: 'what a group gets does not depend on the rewards of other groups',
  why:
    'Filters and fan-out leave groups of different sizes: rows of n_samples_per_prompt samples are then cut ' +
    'across prompts, and a sample is measured by the answers to another question.',
  fix: 'Gather samples by group_index, not by position. A baseline over the batch that is meant so is skipped with --skip and a reason.',
  source: SOURCE,
  faults: ['B073', 'B074', 'A006'],
  requires: AFTER_DETERMINISTIC,
  batch: { groups: { min: 2, max: 3 }, size: { min: 2, max: 4 }, ragged: true, fanOut: true },
  async holds(target, make, trial: Trial) {
    const batch = make();
    const samples = batch.groups.flat(2);
    const groups = [...new Set(samples.map((sample) => sample.group_index))];
    trial.require(groups.length > 1);
    const changed = groups[batch.picker.below(groups.length)];
    const rewards = await normalise(target, { args: batch.args, samples }, trial);
    const again = make()
      .groups.flat(2)
      .map((sample) =>
        sample.group_index === changed ? withReward(sample, sample.index ?? 0, batch.args) : sample,
      );
    const others = await normalise(target, { args: batch.args, samples: again }, trial);
    assertSame(trial, samples, rewards, others, {
      but: (sample) => sample.group_index === changed,
      what: `when the rewards of group_index ${changed} become 0, 1, 2, … by index`,
    });
  },
});

/** Not trained, so not counted. */
export const removed = batchProperty({
  id: 'reward-post-process/removed',
  title: 'what a removed sample scored changes the reward of no other',
  why: 'A removed sample is masked, but its reward moves the mean and the spread of its group: the others are measured by what was taken out.',
  fix: 'Leave samples with remove_sample out of mean and standard deviation; their own reward does not matter.',
  source: SOURCE,
  faults: ['B082'],
  requires: AFTER_DETERMINISTIC,
  batch: { size: { min: 2, max: 4 }, removed: true },
  async holds(target, make, trial: Trial) {
    const { args, groups } = make();
    const samples = groups.flat(2);
    trial.require(samples.some(isRemoved) && !samples.every(isRemoved));
    const rewards = await normalise(target, { args, samples }, trial);
    const again = make()
      .groups.flat(2)
      .map((sample) => (isRemoved(sample) ? withReward(sample, 4, args) : sample));
    const others = await normalise(target, { args, samples: again }, trial);
    assertSame(trial, samples, rewards, others, {
      but: isRemoved,
      what: 'when removed samples score 4',
    });
  },
});

/** A failure is no score of 0. */
export const failed = batchProperty({
  id: 'reward-post-process/failed',
  title: 'a failed member changes the reward of no other',
  why: 'A member without a reward that counts as 0 pulls the mean down: its siblings are praised for a broken environment.',
  fix: 'Leave samples with reward null out of mean and standard deviation, and out of the number of members.',
  source: SOURCE,
  faults: ['A001', 'A023', 'B053'],
  requires: [...AFTER_DETERMINISTIC, 'reward-post-process/survives'],
  batch: { size: { min: 2, max: 4 }, failed: true },
  async holds(target, make, trial: Trial) {
    const { args, groups } = make();
    const samples = groups.flat(2);
    const scored = samples.filter(({ reward }) => reward !== null);
    trial.require(scored.length > 0 && scored.length < samples.length);
    const rewards = await normalise(target, { args, samples }, trial);
    const alone = make()
      .groups.flat(2)
      .filter(({ reward }) => reward !== null);
    const expected = await normalise(target, { args, samples: alone }, trial);
    assertSame(
      trial,
      scored,
      expected,
      rewards.filter((_, at) => samples[at]?.reward !== null),
      { but: () => false, what: 'when the members without a reward are there too' },
    );
  },
});

/** Order carries no meaning. */
export const order = batchProperty({
  id: 'reward-post-process/order',
  title: 'samples in another order get the same rewards',
  why: 'slime sorts by index; rollout functions and samples of another source come in the order that they finished in.',
  fix: 'Find the siblings of a sample by group_index, wherever they stand.',
  source: SOURCE,
  faults: ['B073', 'A065'],
  requires: AFTER_DETERMINISTIC,
  batch: { size: { min: 2, max: 4 } },
  async holds(target, make, trial) {
    const { args, groups, picker } = make();
    const samples = groups.flat(2);
    const rewards = await normalise(target, { args, samples }, trial);
    const places = shuffled(samples.length, (count) => picker.below(count));
    const fresh = make().groups.flat(2);
    const moved = places.flatMap((at) => fresh[at] ?? []);
    const again = await normalise(target, { args, samples: moved }, trial);
    const back = samples.map((_, at) => again[places.indexOf(at)] ?? Number.NaN);
    assertSame(trial, samples, rewards, back, {
      but: () => false,
      what: `in the order ${moved.map(({ index }) => index).join(', ')} of index`,
    });
  },
});

function isRemoved(sample: Sample): boolean {
  return sample.remove_sample;
}

/** Compares the rewards of the same samples in two calls. */
function assertSame(
  trial: Trial,
  samples: readonly Sample[],
  expected: readonly number[],
  got: readonly number[],
  { but, what }: { but: (sample: Sample) => boolean; what: string },
): void {
  for (const [at, sample] of samples.entries()) {
    const [before = Number.NaN, after = Number.NaN] = [expected[at], got[at]];
    if (but(sample) || isClose(before, after)) continue;
    trial.fail({ expected: before, got: after, note: `reward of index ${sample.index} ${what}` });
  }
}

/** Places 0 to `count - 1` in another order. */
function shuffled(count: number, below: (count: number) => number): number[] {
  const rest = Array.from({ length: count }, (_, at) => at);
  const places: number[] = [];
  while (rest.length > 0) places.push(...rest.splice(below(rest.length), 1));
  return places;
}
