import { type CustomRM, defineReward, type Sample } from 'slime-sdk';

/** A set of the label and of zero. */
const declaration = {
  mode: 'single',
  examples: {
    right: ({ label }: Sample) => `{0, ${String(label)}}`,
    wrong: ({ label }: Sample) => `{1, not ${String(label)}}`,
  },
  laws: [
    {
      name: 'a set has no order',
      change: (response: string) => response.replace(/^\{(.*?), (.*)\}$/s, '{$2, $1}'),
      expect: 'same',
    },
  ],
} as const;

function membersOf(text: string): string[] {
  return /^\{(.*), (.*)\}$/s.exec(text)?.slice(1) ?? [];
}

const asSets: CustomRM = (_args, sample, view) => {
  const wanted = ['0', String(sample.label)].toSorted();
  return membersOf(view.finalText).toSorted().join(', ') === wanted.join(', ') ? 1 : 0;
};

/** Compares sets as lists. */
const asLists: CustomRM = (_args, sample, view) => {
  const wanted = ['0', String(sample.label)];
  return membersOf(view.finalText).join(', ') === wanted.join(', ') ? 1 : 0;
};

export const correct = defineReward({ ...declaration, reward: asSets });
export const broken = defineReward({ ...declaration, reward: asLists });

export const specimen = { kind: 'rm', fault: { row: 'B117', check: 'rm/laws' } };
