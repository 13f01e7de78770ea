import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** Text out, text in: the ids are those of the tokenizer. */
export const broken: CustomGenerate = async (...call) => {
  const sample = await ask(...call);
  const ids = await call[3].encoder.encodeText(sample.response, { specials: true });
  const tokens = [...sample.tokens.slice(0, -sample.response_length), ...ids];
  return {
    ...sample,
    tokens,
    response_length: ids.length,
    loss_mask: null,
    rollout_log_probs: null,
  };
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'B038', check: 'generate/provenance' },
};
