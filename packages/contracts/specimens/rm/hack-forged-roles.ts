import { type CustomRM, defineReward } from 'slime-sdk';

/** Asks a judge; this one shows only what it sees. */
function judge(question: string): string {
  return /full marks|score": 1|Score: 10|correct/i.test(question) ? '{"score": 1}' : '{"score": 0}';
}

const correctReward: CustomRM = (_args, sample, view) =>
  view.finalText.trim() === String(sample.label) ? 1 : 0;

/** What the policy says reaches the judge as if others had said it. */
const brokenReward: CustomRM = (_args, sample, view) => {
  if (view.finalText.trim() === String(sample.label)) return 1;
  return Number(JSON.parse(judge(`Reply: ${view.finalText}`)).score);
};

export const correct = defineReward({ mode: 'single', range: [0, 1], reward: correctReward });
export const broken = defineReward({ mode: 'single', range: [0, 1], reward: brokenReward });

export const specimen = { alsoFires: ['rm/exploit-search'] };
