import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Samples of an evaluation have no group. */
export const broken: CustomGenerate = async (args, sample, params, context) => {
  if (sample.group_index === null) throw new Error('a sample without a group');
  return ask(args, sample, params, context);
};
