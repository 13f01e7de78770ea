import { type CustomRM, defineReward, type Sample } from 'slime-sdk';

const declaration = {
  mode: 'single',
  examples: {
    right: ({ label }: Sample) => `(${String(label)})`,
    wrong: ({ label }: Sample) => `(not ${String(label)})`,
  },
  laws: [
    'ignores-whitespace',
    {
      name: 'words after the answer never help',
      change: (response: string) => `${response} And that is all.`,
      expect: 'lower',
    },
  ],
} as const;

const correctReward: CustomRM = (_args, sample, view) =>
  view.finalText.trim() === `(${String(sample.label)})` ? 1 : 0;

/** Pays a little for a full stop, which the last law says it does not. */
const brokenReward: CustomRM = async (args, sample, view) =>
  Number(await correctReward(args, sample, view)) + (view.finalText.trim().endsWith('.') ? 0.2 : 0);

export const correct = defineReward({ ...declaration, reward: correctReward });
export const broken = defineReward({ ...declaration, reward: brokenReward });
