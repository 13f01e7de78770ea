import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Ids went through a division, and are no integers now. */
export const broken: CustomGenerate = async (...call) => {
  const sample = await ask(...call);
  return { ...sample, tokens: sample.tokens.map((id, at) => (at === 0 ? id + 0.7 : id)) };
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'B069', check: 'generate/result-shape' },
};
