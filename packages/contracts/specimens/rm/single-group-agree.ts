import { type CustomRM, defineReward } from 'slime-sdk';

const laws = ['scores-alone'] as const;

function grade(text: string): number {
  return -text.length / 1000;
}

/** For --group-rm: short answers are better. */
export const batchedCustomRm = defineReward({
  mode: 'group',
  laws,
  reward: (_args, _samples, views) => views.map((view) => grade(view.finalText)),
});

const correctReward: CustomRM = (_args, _sample, view) => grade(view.finalText);

/** Counts the reasoning too, which the group reward does not. */
const brokenReward: CustomRM = (_args, _sample, view) => grade(view.policyText);

export const correct = defineReward({ mode: 'single', laws, reward: correctReward });
export const broken = defineReward({ mode: 'single', laws, reward: brokenReward });
