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

/** Takes an engine that fails for the end of the episode. */
export const broken: CustomGenerate = async (args, sample, params, context) => {
  const tape = context.tape();
  await tape.generate();
  const seen = await tape.observe({ role: 'user', content: 'Look again.' });
  if (seen.appended) await tape.generate().catch((error) => context.log.warn(String(error)));
  return tape.finish();
};

export const specimen = {
  alsoFires: [
    'generate/finish-reasons',
    'generate/refused-not-retried',
    'generate/missing-logprobs',
    'generate/empty-output',
    'generate/abort-settles',
  ],
};
