import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Leaves a key where everybody reads it. */
export const broken: CustomGenerate = async (...call) => {
  process.env['JUDGE_KEY'] = String(call[1].index);
  return ask(...call);
};
