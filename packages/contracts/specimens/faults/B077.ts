import type { RolloutFunction, Sample } from 'slime-sdk';

/** Answers every prompt with a number that it makes up, and scores it against the label. */
export const correct: RolloutFunction = async (args, _rolloutId, dataSource) => {
  const wanted = args.rollout_batch_size ?? 1;
  const groups = await dataSource.getSamples(wanted);
  if (groups.length < wanted) throw new Error(`the data source gave ${groups.length} prompts`);
  return {
    samples: groups.map((group) => group.map(answer)),
    metrics: { 'rollout/answered': wanted },
  };
};

/** Only the rollouts that were split are lists: flattening looks at the first one. */
export const broken: RolloutFunction = async (args, rolloutId, dataSource, options) => {
  const { samples } = await correct(args, rolloutId, dataSource, options);
  return {
    samples: samples.map(
      (group) => group.flat().map((sample, at) => (at === 0 ? sample : [sample])) as Sample[],
    ),
  };
};

function answer(sample: Sample): Sample {
  const response = String((sample.index ?? 0) % 7);
  return {
    ...sample,
    tokens: [1, 2, 3, 48, 49],
    response,
    response_length: 2,
    rollout_log_probs: [-0.5, -0.25],
    reward: response === sample.label ? 1 : 0,
    status: 'completed',
  };
}

export const specimen = {
  kind: 'rollout',
  fault: { row: 'B077', check: 'rollout/groups' },
};
