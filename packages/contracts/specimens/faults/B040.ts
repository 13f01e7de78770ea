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

/** Whatever stands behind the prompt is trained, the template's ids too. */
export const broken: CustomGenerate = async (...call) => {
  const sample = await look(...call);
  return { ...sample, loss_mask: sample.loss_mask?.map(() => 1) ?? null };
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'B040', check: 'generate/provenance' },
};
