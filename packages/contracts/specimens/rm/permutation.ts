import { type BatchedCustomRM, defineReward, type RewardView } from 'slime-sdk';

function lengthOf(view: RewardView): number {
  return view.policyText.length;
}

/** The share of siblings that are longer; equals earn the same. */
const correctReward: BatchedCustomRM = (_args, _samples, views) =>
  views.map((view) => views.filter((other) => lengthOf(other) > lengthOf(view)).length);

/** Of equals the one that came first ranks before the other. */
const brokenReward: BatchedCustomRM = (_args, _samples, views) => {
  const ranked = views.toSorted((left, right) => lengthOf(right) - lengthOf(left));
  return views.map((view) => ranked.indexOf(view));
};

export const correct = defineReward({ mode: 'group', reward: correctReward });
export const broken = defineReward({ mode: 'group', reward: brokenReward });

export const specimen = { args: { group_rm: true } };
