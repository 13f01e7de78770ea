import { defineReward, type Sample } from 'slime-sdk';
import { gradeAnswer } from 'slime-sdk/rewards';

/**
 * 1 when the last box of the policy's own last turn equals the label, else 0.
 *
 * Only the final answer counts: a right `calc_score` in an earlier turn, a box in the reasoning or
 * inside a call, and whatever the environment said earn nothing.
 *
 * @throws DataError for a label that is missing or unusable: never a 0.
 */
export const geo3kReward = defineReward({
  mode: 'single',
  range: [0, 1],
  deterministic: true,
  reads: ['policy', 'label'],
  growth: 'linear',
  examples: {
    right: (sample) => `The result is \\boxed{${labelText(sample)}}.`,
    wrong: (sample) => `The result is \\boxed{${labelText(sample)} + 7}.`,
  },
  async reward(_args, sample, view) {
    const { correct } = await gradeAnswer(view.finalText, sample.label);
    return correct ? 1 : 0;
  },
});

function labelText({ label }: Sample): string {
  return typeof label === 'string' ? label : JSON.stringify(label);
}
