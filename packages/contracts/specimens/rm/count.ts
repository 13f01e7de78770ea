import { type BatchedCustomRM, defineReward, type RewardView } from 'slime-sdk';

function lengthPay(view: RewardView): number {
  return -view.policyText.length / 1000;
}

const correctReward: BatchedCustomRM = (_args, _samples, views) => views.map(lengthPay);

/** Scores each text once: siblings that say the same get one reward together. */
const brokenReward: BatchedCustomRM = (_args, _samples, views) => {
  const pays = new Map(views.map((view) => [view.policyText, lengthPay(view)]));
  return [...pays.values()];
};

export const correct = defineReward({ mode: 'group', reward: correctReward });
export const broken = defineReward({ mode: 'group', reward: brokenReward });

export const specimen = { args: { group_rm: true } };
