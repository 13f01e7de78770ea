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

/** Trains what was seen instead of what was said. */
export const broken: CustomGenerate = async (...call) => {
  const sample = await look(...call);
  return { ...sample, loss_mask: sample.loss_mask?.map((bit) => 1 - bit) ?? null };
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'A054', check: 'generate/provenance' },
};
