import { type CustomRM, defineReward, type Sample } from 'slime-sdk';

const declaration = {
  mode: 'single',
  examples: {
    right: ({ label }: Sample) => `So \\boxed{${String(label)}}`,
    wrong: ({ label }: Sample) => `So \\boxed{not ${String(label)}}`,
  },
  laws: [
    {
      name: 'a box with a space, or of the other name, is a box',
      change: (response: string) =>
        response.length % 2 === 0
          ? response.replace('\\boxed{', '\\boxed {')
          : response.replace('\\boxed{', '\\fbox{'),
      expect: 'same',
    },
  ],
} as const;

function grade(box: RegExp): CustomRM {
  return (_args, sample, view) =>
    [...view.finalText.matchAll(box)].at(-1)?.[1] === String(sample.label) ? 1 : 0;
}

const wide = grade(/\\(?:boxed|fbox)\s*\{([^{}]*)\}/g);

/** Knows one spelling of a box. */
const narrow = grade(/\\boxed\{([^{}]*)\}/g);

export const correct = defineReward({ ...declaration, reward: wide });
export const broken = defineReward({ ...declaration, reward: narrow });

export const specimen = { kind: 'rm', fault: { row: 'B116', check: 'rm/laws' } };
