import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Carries over what it knows of, and loses the rest. */
export const broken: CustomGenerate = async (...call) => {
  const sample = await ask(...call);
  return { ...sample, session_id: null, custom_rm_path: null, metadata: {} };
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'B092', check: 'generate/sample-identity' },
};
