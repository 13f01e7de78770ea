import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Changes the sample that it was given and returns nothing. */
export const broken = async (...call: Parameters<CustomGenerate>) => {
  Object.assign(call[1], await ask(...call));
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'B056', check: 'generate/result-shape' },
};
