import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Writes the sample down anew, without what top-p needs. */
export const broken: CustomGenerate = async (...call) => {
  const sample = await ask(...call);
  return { ...sample, rollout_top_p_token_ids: null, rollout_top_p_token_offsets: null };
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'B083', check: 'generate/lengths' },
  args: { rollout_top_p: 0.9 },
};
