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

/** Keeps the header of the second turn without its last id, which the engine was sent. */
export const broken: CustomGenerate = async (...call) => {
  const sample = await look(...call);
  const at = sample.loss_mask?.lastIndexOf(0) ?? -1;
  if (at < 0) return sample;
  return {
    ...sample,
    tokens: sample.tokens.toSpliced(at - sample.response_length, 1),
    response_length: sample.response_length - 1,
    loss_mask: sample.loss_mask?.toSpliced(at, 1) ?? null,
    rollout_log_probs: sample.rollout_log_probs?.toSpliced(at, 1) ?? null,
  };
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'A049', check: 'generate/tokens' },
};
