import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Ends a turn that a stop string ended already, and trains the end. */
export const broken: CustomGenerate = async (...call) => {
  const sample = await ask(...call);
  const { stopIds } = call[3].encoder;
  if (sample.status !== 'completed' || stopIds.has(sample.tokens.at(-1) ?? -1)) return sample;
  const [end = 0] = stopIds;
  return {
    ...sample,
    tokens: [...sample.tokens, end],
    response_length: sample.response_length + 1,
    loss_mask: [...(sample.loss_mask ?? []), 1],
    rollout_log_probs: [...(sample.rollout_log_probs ?? []), 0],
  };
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'A052', check: 'generate/provenance' },
};
