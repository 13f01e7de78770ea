import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn; what the engine aborted is sampled on. */
class Persistent {
  readonly versions: string[] = [];

  async ask(...[args, sample, params, context]: Parameters<CustomGenerate>): Promise<Sample> {
    const { engine, encoder, signal } = context;
    const { prompt: asked } = sample;
    const prompt = await encoder.encodePrompt(typeof asked === 'object' ? asked : `${asked}`, {});
    const tokens = [...prompt.ids];
    const logProbs: number[] = [];
    let status: Sample['status'] = 'aborted';
    for (let tries = 0; tries < 3 && status === 'aborted'; tries += 1) {
      const room = Math.min(
        (args.rollout_max_response_len ?? 1000) - logProbs.length,
        (args.rollout_max_context_len ?? 32_000) - tokens.length,
      );
      if (room < 1) break;
      const { ids, logprobs, finish, weightVersion } = await engine.generate(
        { input_ids: tokens, sampling_params: { ...params, max_new_tokens: room } },
        { signal, routingKey: sample.session_id ?? '' },
      );
      if (logprobs.includes(Number.NaN)) throw new Error('a reply with a null log-prob');
      tokens.push(...ids);
      logProbs.push(...logprobs);
      this.note(weightVersion);
      if (finish.type !== 'abort') status = finish.type === 'stop' ? 'completed' : 'truncated';
    }
    return {
      ...sample,
      tokens,
      response: await encoder.decode(tokens.slice(prompt.ids.length), { skipSpecialTokens: false }),
      response_length: logProbs.length,
      loss_mask: logProbs.map(() => 1),
      rollout_log_probs: logProbs,
      weight_versions: this.versions,
      status,
    };
  }

  note(version: string): void {
    this.versions.push(version);
  }
}

export const correct: CustomGenerate = (...call) => new Persistent().ask(...call);

/** Names the version of the last try alone, though older tokens stand before it. */
class Latest extends Persistent {
  override note(version: string): void {
    this.versions.splice(0, 1, version);
  }
}

export const broken: CustomGenerate = (...call) => new Latest().ask(...call);

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'A061', check: 'generate/weight-version' },
};
