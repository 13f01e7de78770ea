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

/** A record where a number is wanted. */
export const broken: EvalFunction = async (...call) => {
  const { data } = await correct(...call);
  const metrics: Record<string, number> = JSON.parse('{ "squares": { "mean": 0.5 } }');
  return { data, metrics };
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
