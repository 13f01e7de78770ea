import { type CustomGenerate, EngineError, type Sample } from 'slime-sdk';

/** One call of the engine, and the sample built by hand from what came back. */
export const customGenerate: CustomGenerate = async (args, sample, samplingParams, context) => {
  const { engine, encoder, signal } = context;
  const started = sample.tokens.length > 0;
  const tokens = started ? sample.tokens : await encodePrompt();
  const before = started ? sample.response_length : 0;
  const room = await roomFor(tokens.length, before);
  if (room < 1) {
    if (before === 0) throw new EngineError(`a prompt of ${tokens.length} tokens leaves no room`);
    return { ...sample, status: 'truncated' };
  }
  const result = await engine.generate(
    { input_ids: tokens, sampling_params: { ...samplingParams, max_new_tokens: room } },
    { signal, routingKey: sample.session_id ?? `sample-${sample.index}` },
  );
  const { ids, finish } = result;
  const isWhole = finish.type === 'stop' || encoder.stopIds.has(ids.at(-1) ?? -1);
  const cut = finish.type === 'abort' ? 'aborted' : 'truncated';
  const all = [...tokens, ...ids];
  const responseLength = before + ids.length;
  const masked = Array.from(result.logprobs, Number.isNaN);
  return {
    ...sample,
    tokens: all,
    response: await encoder.decode(all.slice(all.length - responseLength), {
      skipSpecialTokens: args.rollout_skip_special_tokens,
    }),
    response_length: responseLength,
    loss_mask: [...keptMask(sample, before), ...masked.map((isMasked) => (isMasked ? 0 : 1))],
    rollout_log_probs: [
      ...keptLogProbs(sample, before),
      ...Array.from(result.logprobs, (logprob) => (Number.isNaN(logprob) ? 0 : logprob)),
    ],
    weight_versions: [...sample.weight_versions, result.weightVersion],
    status: isWhole && finish.type !== 'abort' ? 'completed' : cut,
  };

  async function encodePrompt(): Promise<number[]> {
    const { prompt } = sample;
    if (typeof prompt === 'number') throw new EngineError('the prompt is a number');
    const kwargs = args.apply_chat_template_kwargs;
    return [...(await encoder.encodePrompt(prompt, { kwargs })).ids];
  }

  /** Tokens that the engine may be asked for. */
  async function roomFor(length: number, used: number): Promise<number> {
    const { contextLength, maxInput } = await engine.capabilities();
    if (length > (maxInput ?? Infinity)) return 0;
    const whole = Math.min(contextLength ?? Infinity, args.rollout_max_context_len ?? Infinity);
    return Math.min(
      samplingParams.max_new_tokens ?? Infinity,
      (args.rollout_max_response_len ?? Infinity) - used,
      whole - length,
    );
  }
};

function keptMask(sample: Sample, length: number): number[] {
  return sample.loss_mask?.slice(0, length) ?? new Array<number>(length).fill(1);
}

function keptLogProbs(sample: Sample, length: number): number[] {
  return sample.rollout_log_probs?.slice(0, length) ?? new Array<number>(length).fill(0);
}
