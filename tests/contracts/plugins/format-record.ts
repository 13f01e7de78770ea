import { defineReward, type Sample } from 'slime-sdk';

/** The form that is asked for, and the answer in it: each a number of its own, and their sum. */
export const reward = defineReward({
  mode: 'single',
  range: [0, 1],
  // A response in the right form is worth something whatever it answers.
  paysWithoutLabel: true,
  examples: {
    right: (sample) => `<think>Let me see.</think><answer>${labelOf(sample)}</answer>`,
    wrong: () => 'I do not know.',
  },
  reward(_args, sample, view) {
    const answer = readAnswer(view.policyText);
    const format = answer === null ? 0 : 1;
    const accuracy = answer !== null && answer === labelOf(sample) ? 1 : 0;
    return { score: 0.2 * format + 0.8 * accuracy, format, accuracy };
  },
});

/** What stands in the one answer block, behind the one block of thoughts. */
function readAnswer(text: string): string | null {
  const [thoughts, rest, ...more] = text.trim().split('</think>');
  if (rest === undefined || more.length > 0 || !thoughts?.startsWith('<think>')) return null;
  const answer = rest.trim();
  if (!answer.startsWith('<answer>') || !answer.endsWith('</answer>')) return null;
  const inside = answer.slice('<answer>'.length, -'</answer>'.length);
  return inside.includes('answer>') ? null : inside.trim();
}

function labelOf({ label }: Sample): string {
  return String(label).trim();
}
