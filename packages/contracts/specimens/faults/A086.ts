import type { CustomGenerate, EncodedImage, Sample } from 'slime-sdk';

/** Looks twice at the pictures of a row. */
class Looks {
  async run(...[args, sample, params, context]: Parameters<CustomGenerate>): Promise<Sample> {
    const { engine, encoder, signal } = context;
    if (!Array.isArray(sample.prompt)) throw new Error('rows of messages are wanted');
    const { ids: prompt, images } = await encoder.encodePrompt(sample.prompt, {});
    const tokens = [...prompt];
    const mask: number[] = [];
    let status: Sample['status'] = 'aborted';
    for (const turn of [0, 1]) {
      const room = Math.min(
        (args.rollout_max_response_len ?? 1000) - mask.length,
        (args.rollout_max_context_len ?? 32_000) - tokens.length,
      );
      if (room < 1) break;
      const { ids, logprobs, finish, text } = await engine.generate(
        {
          input_ids: tokens,
          image_data: this.pictures(images, turn),
          sampling_params: { ...params, max_new_tokens: room },
        },
        { signal, routingKey: sample.session_id ?? '' },
      );
      if (logprobs.includes(Number.NaN)) throw new Error('a reply with a null log-prob');
      tokens.push(...ids);
      mask.push(...Array.from(ids, () => 1));
      status = finish.type === 'stop' ? 'completed' : 'truncated';
      if (finish.type === 'abort') status = 'aborted';
      if (status !== 'completed' || turn === 1) break;
      const bridge = await encoder.encodeBridge({
        messages: [{ role: 'user', content: 'Look again.' }],
        history: [...sample.prompt, { role: 'assistant', content: text }],
        lastId: ids.at(-1),
      });
      if (bridge.ids.length >= room - ids.length) break;
      tokens.push(...bridge.ids);
      mask.push(...Array.from(bridge.ids, () => 0));
    }
    const response = await encoder.decode(tokens.slice(prompt.length), {
      skipSpecialTokens: false,
    });
    return { ...sample, tokens, response, response_length: mask.length, loss_mask: mask, status };
  }

  pictures(images: readonly EncodedImage[], _turn: number): string[] {
    return images.map((image) => image.dataUri);
  }
}

export const correct: CustomGenerate = (...call) => new Looks().run(...call);

/** Sends the pictures with the first turn, where they are new. */
class Forgetful extends Looks {
  override pictures(images: readonly EncodedImage[], turn: number): string[] {
    return turn === 0 ? super.pictures(images, turn) : [];
  }
}

export const broken: CustomGenerate = (...call) => new Forgetful().run(...call);

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'A086', check: 'generate/images' },
  args: {
    prompt_data: './../generate/pictures.jsonl',
    apply_chat_template: true,
    multimodal_keys: { image: 'images' },
  },
};
