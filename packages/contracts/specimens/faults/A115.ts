import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Takes the stop id for a part of the template, and masks it. */
export const broken: CustomGenerate = async (...call) => {
  const sample = await ask(...call);
  const isEnd = call[3].encoder.stopIds.has(sample.tokens.at(-1) ?? -1);
  const mask = sample.loss_mask?.map((bit, at, all) => (isEnd && at === all.length - 1 ? 0 : bit));
  return { ...sample, loss_mask: mask ?? null };
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'A115', check: 'generate/provenance' },
};
