import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Reads the first word of a turn that may have none. */
export const broken: CustomGenerate = async (...call) => {
  const sample = await ask(...call);
  const text = sample.response.replace(/<\|\w+\|>$/, '');
  if (sample.status === 'completed' && text.codePointAt(0) === undefined) {
    throw new Error('there is no first word');
  }
  return sample;
};
