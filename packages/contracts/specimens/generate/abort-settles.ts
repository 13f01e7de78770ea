import type { CustomGenerate, RolloutArgs, Sample } from 'slime-sdk';

interface Reply {
  output_ids: number[];
  meta_info: {
    finish_reason: { type: string } | null;
    output_token_logprobs?: [number | null, number, null][];
  };
}

const STATUS: Readonly<Record<string, Sample['status']>> = {
  stop: 'completed',
  length: 'truncated',
  abort: 'aborted',
};

/** One turn over HTTP. */
class Client {
  async ask(...[args, sample, params, context]: Parameters<CustomGenerate>): Promise<Sample> {
    const { encoder, signal } = context;
    const { prompt: asked } = sample;
    const prompt = await encoder.encodePrompt(typeof asked === 'object' ? asked : `${asked}`, {});
    const input_ids = [...prompt.ids];
    const room = Math.min(
      args.rollout_max_response_len ?? 1000,
      (args.rollout_max_context_len ?? 32_000) - input_ids.length,
    );
    if (room < 1) return { ...sample, status: 'aborted' };
    const sampling_params = { ...params, max_new_tokens: room };
    const body = { input_ids, sampling_params, return_logprob: true };
    const reply = await this.post(args, sample, body, signal);
    const { ids, logProbs } = this.read(reply);
    return {
      ...sample,
      tokens: [...input_ids, ...ids],
      response: await encoder.decode(ids, { skipSpecialTokens: false }),
      response_length: ids.length,
      loss_mask: ids.map(() => 1),
      rollout_log_probs: logProbs,
      status: this.status(reply),
    };
  }

  async post(args: RolloutArgs, sample: Sample, body: object, signal: AbortSignal): Promise<Reply> {
    const url = `http://${args.sglang_router_ip}:${args.sglang_router_port}/generate`;
    for (let tries = 0; ; tries += 1) {
      const headers = { 'content-type': 'application/json', ...this.routing(sample) };
      const reply = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal,
      });
      if (reply.ok) return JSON.parse(await reply.text());
      if (!this.passes(reply.status) || tries === 2) throw new Error(`HTTP ${reply.status}`);
    }
  }

  routing({ session_id: key }: Sample): Record<string, string> {
    return key === null ? {} : { 'x-smg-routing-key': key };
  }

  passes(status: number): boolean {
    return status === 408 || status === 429 || status >= 500;
  }

  read({ meta_info: meta }: Reply): { ids: number[]; logProbs: number[] } {
    if (meta.finish_reason?.type === 'abort') return { ids: [], logProbs: [] };
    const triples = meta.output_token_logprobs ?? [];
    if (triples.length === 0) throw new Error('a reply without log-probs');
    const logProbs = triples.map(([logProb]) => {
      if (logProb === null) throw new Error('a reply with a null log-prob');
      return logProb;
    });
    return { ids: triples.map(([, id]) => id), logProbs };
  }

  status({ meta_info: { finish_reason: finish } }: Reply): Sample['status'] {
    const status = STATUS[finish?.type ?? 'none'];
    if (status === undefined) throw new Error(`finish reason ${finish?.type}`);
    return status;
  }
}

export const correct: CustomGenerate = (...call) => new Client().ask(...call);

/** Waits for the engine, whatever happens. */
class Patient extends Client {
  override post(args: RolloutArgs, sample: Sample, body: object): Promise<Reply> {
    return super.post(args, sample, body, new AbortController().signal);
  }
}

export const broken: CustomGenerate = (...call) => new Patient().ask(...call);
