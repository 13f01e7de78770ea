import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Appends to a list that the siblings share. */
export const broken: CustomGenerate = async (args, sample, params, context) => {
  if (Array.isArray(params.stop)) params.stop.push('</tool_call>');
  return ask(args, sample, params, context);
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'B061', check: 'generate/params-unchanged' },
};
