import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** A status in its own spelling. */
export const broken = async (...call: Parameters<CustomGenerate>) => {
  const sample = await ask(...call);
  return { ...sample, status: sample.status === 'aborted' ? 'ABORTED' : sample.status };
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'B031', check: 'generate/status-set' },
};
