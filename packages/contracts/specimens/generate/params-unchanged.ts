import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Adds a stop string for all. */
export const broken: CustomGenerate = async (args, sample, params, context) => {
  if (Array.isArray(params.stop)) params.stop.push('</answer>');
  return ask(args, sample, params, context);
};

export const specimen = { alsoFires: ['generate/finish-reasons'] };
