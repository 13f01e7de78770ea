import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Sets 0 until the reward function runs, which it then never does. */
export const broken: CustomGenerate = async (...call) => {
  const sample = await ask(...call);
  return sample.status === 'aborted' ? sample : { ...sample, reward: 0 };
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'B054', check: 'generate/placeholder-reward' },
  args: { rm_type: 'math' },
};
