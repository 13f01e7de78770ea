import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Wants a word before the end. */
export const broken: CustomGenerate = async (...call) => {
  const sample = await ask(...call);
  if (sample.status === 'completed' && sample.response_length === 1) {
    throw new Error('there is no first word');
  }
  return sample;
};
