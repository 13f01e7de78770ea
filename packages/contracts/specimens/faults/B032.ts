import { createSample, type CustomGenerate, type Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** A new sample, with the number of its task for an index. */
export const broken: CustomGenerate = async (...call) => {
  const { tokens, response, response_length, status } = await ask(...call);
  return createSample({ index: 0, tokens, response, response_length, status });
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'B032', check: 'generate/sample-identity' },
};
