import { type CustomRM, defineReward, type Sample } from 'slime-sdk';

const examples = {
  right: ({ label }: Sample) => `#### ${String(label)}`,
  wrong: ({ label }: Sample) => `#### not ${String(label)}`,
};

async function compare(text: string, label: unknown, limit: AbortSignal): Promise<number> {
  limit.throwIfAborted();
  return text === `#### ${String(label)}` ? 1 : 0;
}

const correctReward: CustomRM = (_args, sample, view) =>
  compare(view.finalText, sample.label, AbortSignal.timeout(500));

/** The time limit itself throws (it takes milliseconds), and whatever is thrown counts as wrong. */
const brokenReward: CustomRM = async (_args, sample, view) => {
  try {
    return await compare(view.finalText, sample.label, AbortSignal.timeout(0.5));
  } catch {
    return 0;
  }
};

export const correct = defineReward({ mode: 'single', examples, reward: correctReward });
export const broken = defineReward({ mode: 'single', examples, reward: brokenReward });

export const specimen = { kind: 'rm', fault: { row: 'A011', check: 'rm/not-constant' } };
