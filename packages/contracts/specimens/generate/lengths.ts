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

/** Gives what was seen no log-probs. */
export const broken: CustomGenerate = async (...call) => {
  const sample = await look(...call);
  const { loss_mask: mask, rollout_log_probs: logProbs } = sample;
  return { ...sample, rollout_log_probs: logProbs?.filter((_, at) => mask?.[at] === 1) ?? null };
};
