import { defineReward } from 'slime-sdk';
import { math } from 'slime-sdk/rewards';

/** 1 when the last box of the response equals the label. */
export default defineReward({
  mode: 'single',
  range: [0, 1],
  reads: ['policy', 'label'],
  examples: {
    right: ({ label }) => `Adding both sides gives \\boxed{${String(label)}}.`,
    wrong: ({ label }) => `Adding both sides gives \\boxed{${String(label)} + 1}.`,
  },
  laws: ['reads-label'],
  async reward(_args, sample, view) {
    const { reward } = await math(view.policyText, sample.label);
    return reward;
  },
});
