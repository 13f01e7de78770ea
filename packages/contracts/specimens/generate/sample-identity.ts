import { createSample, type CustomGenerate, type Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Begins a sample of its own. */
export const broken: CustomGenerate = async (...call) => {
  const { tokens, response, response_length, loss_mask, status } = await ask(...call);
  return createSample({ tokens, response, response_length, loss_mask, status });
};
