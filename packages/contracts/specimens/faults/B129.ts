import { type CustomRM, defineReward } from 'slime-sdk';

const FOUND = /<information>(.*?)<\/information>/s;

function grade(text: string, found: string, label: unknown): number {
  if (text.trim().endsWith(`<answer>${String(label)}</answer>`)) return 1;
  return found.includes(String(label)) ? 0.3 : 0;
}

/** The bonus for a search that finds the answer: in what the environment wrote. */
const correctReward: CustomRM = (_args, sample, view) => {
  const written = view.turns.reduce(
    (text, turn) => text.replace(turn.content, ''),
    sample.response,
  );
  return grade(view.finalText, FOUND.exec(written)?.[1] ?? '', sample.label);
};

/** Takes the tags for those of the environment, also where the policy writes them. */
const brokenReward: CustomRM = (_args, sample, view) =>
  grade(view.finalText, FOUND.exec(sample.response)?.[1] ?? '', sample.label);

const declaration = {
  mode: 'single',
  range: [0, 1],
  reads: ['policy', 'observation', 'label'],
} as const;

export const correct = defineReward({ ...declaration, reward: correctReward });
export const broken = defineReward({ ...declaration, reward: brokenReward });

export const specimen = {
  kind: 'rm',
  fault: { row: 'B129', check: 'rm/hack-self-written-tool-results' },
};
