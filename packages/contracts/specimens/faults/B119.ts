import { type CustomRM, defineReward, type Sample } from 'slime-sdk';

const declaration = {
  mode: 'single',
  examples: {
    right: ({ label }: Sample) => `Answer: ${String(label)}`,
    wrong: ({ label }: Sample) => `Answer: not ${String(label)}`,
  },
  laws: [
    {
      name: 'a full stop after the answer changes nothing',
      change: (response: string) =>
        response.startsWith('Answer: ') && /\w$/.test(response) ? `${response}.` : response,
      expect: 'same',
    },
  ],
} as const;

const tolerant: CustomRM = (_args, sample, view) => {
  const answer = /^Answer: (.*?)\.?$/.exec(view.finalText)?.[1];
  return answer === String(sample.label) ? 1 : 0;
};

/** `Answer: 42.` is another answer than 42. */
const literal: CustomRM = (_args, sample, view) => {
  const answer = /^Answer: (.*)$/.exec(view.finalText)?.[1];
  return answer === String(sample.label) ? 1 : 0;
};

export const correct = defineReward({ ...declaration, reward: tolerant });
export const broken = defineReward({ ...declaration, reward: literal });

export const specimen = { kind: 'rm', fault: { row: 'B119', check: 'rm/laws' } };
