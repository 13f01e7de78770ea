import type { CustomGenerate, Message, RolloutArgs, Sample } from 'slime-sdk';

const AGAIN: Message = { role: 'user', content: 'Look again.' };

/** Looks twice and writes down by hand what was said and seen. */
class Looks {
  readonly tokens: number[] = [];
  readonly mask: number[] = [];
  readonly logProbs: number[] = [];

  async run(...[args, sample, params, context]: Parameters<CustomGenerate>): Promise<Sample> {
    const { engine, encoder, signal } = context;
    const { prompt: asked } = sample;
    const history: Message[] =
      typeof asked === 'object' ? [...asked] : [{ role: 'user', content: `${asked}` }];
    const prompt = await encoder.encodePrompt(history, {});
    this.tokens.push(...prompt.ids);
    let status: Sample['status'] = 'aborted';
    for (let turn = 0; this.room(args) > 0; turn += 1) {
      const { ids, logprobs, finish, text } = await engine.generate(
        { input_ids: this.tokens, sampling_params: { ...params, max_new_tokens: this.room(args) } },
        { signal, routingKey: this.routingKey(sample) },
      );
      this.said(ids, logprobs);
      status = finish.type === 'stop' ? 'completed' : 'truncated';
      if (finish.type === 'abort') status = 'aborted';
      if (status !== 'completed' || turn === 1) break;
      history.push({ role: 'assistant', content: text });
      const bridge = await encoder.encodeBridge({ messages: [AGAIN], history, lastId: ids.at(-1) });
      if (!this.saw(bridge.ids, args)) break;
    }
    const { tokens, mask, logProbs } = this;
    const response = tokens.slice(prompt.ids.length);
    return {
      ...sample,
      tokens,
      response: await encoder.decode(response, { skipSpecialTokens: false }),
      response_length: mask.length,
      loss_mask: mask,
      rollout_log_probs: logProbs,
      status,
    };
  }

  room({
    rollout_max_response_len: response,
    rollout_max_context_len: context,
  }: RolloutArgs): number {
    return Math.min(
      (response ?? 1000) - this.mask.length,
      (context ?? 32_000) - this.tokens.length,
    );
  }

  routingKey(sample: Sample): string {
    return sample.session_id ?? '';
  }

  said(ids: Iterable<number>, logProbs: Iterable<number>): void {
    this.tokens.push(...ids);
    for (const logProb of logProbs) {
      this.mask.push(Number.isNaN(logProb) ? 0 : 1);
      this.logProbs.push(Number.isNaN(logProb) ? 0 : logProb);
    }
  }

  /** Gives false when it leaves no room for another turn. */
  saw(ids: Iterable<number>, args: RolloutArgs): boolean {
    const list = [...ids];
    if (list.length >= this.room(args)) return false;
    this.tokens.push(...list);
    this.mask.push(...list.map(() => 0));
    this.logProbs.push(...list.map(() => 0));
    return true;
  }
}

export const correct: CustomGenerate = (...call) => new Looks().run(...call);

/** With a cap of the context, all that it has left overwrites the response's budget. */
class Whole extends Looks {
  override room(args: RolloutArgs): number {
    const { rollout_max_context_len: context } = args;
    return context === null ? super.room(args) : context - this.tokens.length;
  }
}

export const broken: CustomGenerate = (...call) => new Whole().run(...call);

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'B004', check: 'generate/budgets' },
};
