import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Takes the ids from the text. */
export const broken: CustomGenerate = async (...call) => {
  const sample = await ask(...call);
  const { encoder } = call[3];
  const ids = await encoder.encodeText(sample.response, { specials: true });
  return {
    ...sample,
    tokens: [...sample.tokens.slice(0, -sample.response_length), ...ids],
    response_length: ids.length,
    loss_mask: null,
    rollout_log_probs: null,
  };
};

export const specimen = { alsoFires: ['generate/tokens'] };
