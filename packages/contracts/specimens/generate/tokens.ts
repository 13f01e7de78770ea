import type { CustomGenerate, Sample } from 'slime-sdk';

/** Looks twice on one tape. */
async function look(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  const first = await tape.generate();
  if (first.truncated || first.finish.type === 'abort') return tape.finish();
  const seen = await tape.observe({ role: 'user', content: 'Look again.' });
  if (seen.appended) await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = look;

/** Counts one token too few into the response. */
export const broken: CustomGenerate = async (...call) => {
  const sample = await look(...call);
  return {
    ...sample,
    response_length: Math.max(0, sample.response_length - 1),
    loss_mask: sample.loss_mask?.slice(1) ?? null,
    rollout_log_probs: sample.rollout_log_probs?.slice(1) ?? null,
  };
};
