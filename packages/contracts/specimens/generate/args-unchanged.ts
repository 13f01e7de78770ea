import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Keeps its limit where everybody reads it. */
export const broken: CustomGenerate = async (args, sample, params, context) => {
  args.max_turns += 1;
  return ask(args, sample, params, context);
};

export const specimen = { alsoFires: ['generate/settles'] };
