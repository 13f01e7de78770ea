import { DataError, defineReward, type JsonValue } from 'slime-sdk';
import { readAnswer } from './read-answer.ts';

/**
 * 1 when the policy's last turn ends with `Answer:` and the label, else 0.
 *
 * It reads the policy's own words (`view`), never `sample.response`, which holds observations too.
 *
 * @throws DataError for a label that is no whole number: never a 0.
 */
export const reward = defineReward({
  mode: 'single',
  range: [0, 1],
  deterministic: true,
  reads: ['policy', 'label'],
  growth: 'linear',
  examples: {
    right: ({ label }) => `Answer: ${wholeNumber(label)}`,
    wrong: ({ label }) => `Answer: ${wholeNumber(label) + 1}`,
  },
  reward: (_args, sample, view) => {
    const label = wholeNumber(sample.label);
    return readAnswer(view.finalText) === String(label) ? 1 : 0;
  },
});

function wholeNumber(label: JsonValue): number {
  if (typeof label === 'number' && Number.isSafeInteger(label)) return label;
  throw new DataError(`the row's answer must be a whole number, not ${JSON.stringify(label)}`);
}
