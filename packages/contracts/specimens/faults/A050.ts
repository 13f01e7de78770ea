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

/** The mask grows with each look, and the ids do not. */
export const broken: CustomGenerate = async (...call) => {
  const sample = await look(...call);
  const looked = sample.loss_mask?.includes(0) === true;
  return looked ? { ...sample, loss_mask: [...(sample.loss_mask ?? []), 0] } : sample;
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'A050', check: 'generate/lengths' },
};
