import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Knows one id that ends a turn. */
export const broken: CustomGenerate = async (...call) => {
  const sample = await ask(...call);
  if (sample.status === 'aborted') return sample;
  const [end] = call[3].encoder.stopIds;
  return { ...sample, status: sample.tokens.at(-1) === end ? 'completed' : 'truncated' };
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'A090', check: 'generate/finish-reasons' },
};
