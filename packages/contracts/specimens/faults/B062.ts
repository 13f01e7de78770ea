import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Counts down a budget that all samples of an evaluation share. */
export const broken: CustomGenerate = async (args, sample, params, context) => {
  const tape = context.tape();
  const turn = await tape.generate(params);
  params.max_new_tokens = (params.max_new_tokens ?? 1000) - turn.tokens;
  return tape.finish();
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'B062', check: 'generate/params-unchanged' },
};
