import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Gives up with a reward. */
export const broken: CustomGenerate = async (...call) => {
  const sample = await ask(...call);
  return sample.status === 'aborted' ? { ...sample, reward: 0 } : sample;
};
