import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Waits for a word that nobody says. */
export const broken: CustomGenerate = async (...call) => {
  const sample = await ask(...call);
  await new Promise(() => {});
  return sample;
};
