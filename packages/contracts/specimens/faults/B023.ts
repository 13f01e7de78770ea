import { type CustomRM, defineReward } from 'slime-sdk';

const HEADER = '<|im_start|>assistant\n';

function grade(turns: readonly string[], label: unknown): number {
  return turns.some((turn) => turn.trim() === `\\boxed{${String(label)}}`) ? 1 : 0;
}

const correctReward: CustomRM = (_args, sample, view) =>
  grade(
    view.turns.map((turn) => turn.content),
    sample.label,
  );

/** Tells turns apart by their header: an observation that quotes one speaks for the policy. */
const brokenReward: CustomRM = (_args, sample) => {
  const turns = sample.response.split(HEADER).map((text) => text.split('<|im_end|>')[0] ?? '');
  return grade(turns, sample.label);
};

const declaration = { mode: 'single', reads: ['policy', 'label'] } as const;

export const correct = defineReward({ ...declaration, reward: correctReward });
export const broken = defineReward({ ...declaration, reward: brokenReward });

export const specimen = { kind: 'rm', fault: { row: 'B023', check: 'rm/reads' } };
