import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Asks again after an abort, and returns both tries with the reward. */
export const broken: CustomGenerate = async (...call) => {
  const samples = [await ask(...call)];
  if (samples[0]?.status === 'aborted') samples.push(await ask(...call));
  const graded = samples.map((item): Sample => ({ ...item, status: 'completed', reward: 1 }));
  return call[3].fanOut(graded, { reward: 'full' });
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'B090', check: 'generate/aborted' },
};
