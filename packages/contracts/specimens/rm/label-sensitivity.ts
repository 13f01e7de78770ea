import { type CustomRM, defineReward, type Sample } from 'slime-sdk';

const examples = {
  right: ({ label }: Sample) => `#### ${String(label)}`,
  wrong: () => '#### I do not know',
};

function answerOf(text: string): string {
  return (text.split('####').at(-1) ?? '').trim();
}

const correctReward: CustomRM = (_args, sample, view) => {
  const answer = answerOf(view.finalText);
  return answer !== '' && answer === String(sample.label) ? 1 : 0;
};

/** Cut at the first brace, all fractions with the same numerator are one. */
const brokenReward: CustomRM = (_args, sample, view) => {
  const answer = answerOf(view.finalText).split('}')[0];
  return answer !== '' && answer === String(sample.label).split('}')[0] ? 1 : 0;
};

export const correct = defineReward({ mode: 'single', examples, reward: correctReward });
export const broken = defineReward({ mode: 'single', examples, reward: brokenReward });
