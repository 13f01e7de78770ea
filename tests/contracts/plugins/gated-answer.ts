import type { CustomRM } from 'slime-sdk';
import { blocks, formatGate } from 'slime-sdk/rewards';

/** 1 where the answer block is the label. */
const inBlock: CustomRM = (_args, { label }, { policyText }) => {
  const answer = policyText.split('<answer>')[1]?.split('</answer>')[0];
  return answer !== undefined && answer.trim() === String(label).trim() ? 1 : 0;
};

/** The answer, for thoughts and answer in their blocks only; without them less than for a wrong one. */
export default formatGate({
  format: blocks(['think', 'answer']),
  reward: inBlock,
  floor: -1,
  examples: {
    right: ({ label }) => `<think>\nLet me see.\n</think>\n<answer>${String(label)}</answer>`,
    wrong: () => '<think>\nLet me see.\n</think>\n<answer>no idea</answer>',
  },
});
