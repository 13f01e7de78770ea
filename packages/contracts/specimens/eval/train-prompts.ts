import { createSample, type EvalFunction, type Sample } from 'slime-sdk';

/** Asks three questions and scores the answers. */
export const correct: EvalFunction = async () => {
  const samples = ['4', '9', '16'].map(answer);
  return {
    data: {
      squares: {
        rewards: samples.map((sample) => Number(sample.reward)),
        truncated: samples.map((sample) => sample.status === 'truncated'),
        samples,
      },
    },
  };
};

/** Takes three prompts that were meant for training. */
export const broken: EvalFunction = async (args, rolloutId, dataSource, options) => {
  await dataSource.getSamples(3);
  return correct(args, rolloutId, dataSource, options);
};

function answer(label: string, index: number): Sample {
  return createSample({
    index,
    label,
    prompt: `What is ${index + 2} squared?`,
    tokens: [1, 2, 3, 52],
    response: '4',
    response_length: 1,
    reward: label === '4' ? 1 : 0,
    status: 'completed',
  });
}
