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

/** Appends a last observation, which no turn follows. */
export const broken: CustomGenerate = async (...call) => {
  const sample = await look(...call);
  const { encoder } = call[3];
  const ids = await encoder.encodeText('\nuser\nYour turns are used up.\n', { specials: false });
  return {
    ...sample,
    tokens: [...sample.tokens, ...ids],
    response_length: sample.response_length + ids.length,
    loss_mask: [...(sample.loss_mask ?? []), ...Array.from(ids, () => 0)],
    rollout_log_probs: null,
  };
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'B007', check: 'generate/tokens' },
};
