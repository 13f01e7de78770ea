import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

let current: Sample | undefined;

/** Keeps the sample at hand outside the call. */
export const broken: CustomGenerate = async (args, sample, params, context) => {
  current = sample;
  const { tokens, response, response_length, loss_mask, status } = await ask(
    args,
    sample,
    params,
    context,
  );
  return { ...current, tokens, response, response_length, loss_mask, status };
};
