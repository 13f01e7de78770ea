import type { CustomGenerate, Sample } from 'slime-sdk';

/** Samples on behind what a sample has already. */
async function goOn(
  ...[args, sample, params, context]: Parameters<CustomGenerate>
): Promise<Sample> {
  const { engine, encoder, signal } = context;
  const { prompt: asked } = sample;
  const prompt = await encoder.encodePrompt(typeof asked === 'object' ? asked : `${asked}`, {});
  const tokens = sample.tokens.length === 0 ? [...prompt.ids] : sample.tokens;
  const room = Math.min(
    (args.rollout_max_response_len ?? 1000) - sample.response_length,
    (args.rollout_max_context_len ?? 32_000) - tokens.length,
  );
  if (room < 1) {
    return { ...sample, tokens, status: sample.response_length > 0 ? 'truncated' : 'aborted' };
  }
  const { ids, logprobs, finish } = await engine.generate(
    { input_ids: tokens, sampling_params: { ...params, max_new_tokens: room } },
    { signal, routingKey: sample.session_id ?? '' },
  );
  if (logprobs.includes(Number.NaN)) throw new Error('a reply with a null log-prob');
  const whole = [...tokens, ...ids];
  return {
    ...sample,
    tokens: whole,
    response: await encoder.decode(whole.slice(prompt.ids.length), { skipSpecialTokens: false }),
    response_length: sample.response_length + ids.length,
    loss_mask: [...(sample.loss_mask ?? []), ...Array.from(ids, () => 1)],
    rollout_log_probs: [...(sample.rollout_log_probs ?? []), ...logprobs],
    status:
      finish.type === 'stop' ? 'completed' : finish.type === 'length' ? 'truncated' : 'aborted',
  };
}

export const correct: CustomGenerate = goOn;

/** Masks what was there and forgets the new tokens. */
export const broken: CustomGenerate = async (...call) => {
  const before = call[1].response_length;
  const sample = await goOn(...call);
  return before === 0 ? sample : { ...sample, loss_mask: Array.from({ length: before }, () => 0) };
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'A060', check: 'generate/partial-resume' },
};
