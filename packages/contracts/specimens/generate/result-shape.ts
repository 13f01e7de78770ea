import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Gives more than the sample. */
export const broken = async (...call: Parameters<CustomGenerate>) => [
  await ask(...call),
  { turns: 1 },
];
