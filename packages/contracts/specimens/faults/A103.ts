import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Takes the first word of every turn for its verdict. */
export const broken: CustomGenerate = async (...call) => {
  const sample = await ask(...call);
  const [, word] = /^([^<]+)/.exec(sample.response) ?? [];
  if (word === undefined && sample.status === 'completed') throw new TypeError('no first word');
  return { ...sample, metadata: { ...sample.metadata, verdict: word ?? null } };
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'A103', check: 'generate/empty-output' },
};
