import {
  type CustomGenerate,
  defineGenerate,
  type GenerateContext,
  type GenerateResult,
  type Message,
  type RolloutArgs,
  type Sample,
  type SamplingParams,
} from 'slime-sdk';

// Generate functions of many styles, all of them right: no check may flag one.

const AGAIN: Message = { role: 'user', content: 'Look again.' };

/** One turn on the tape. */
export const tapeSingle: CustomGenerate = async (_args, _sample, _params, context) => {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
};

/** Turns with observations that repeat what was said, until a limit. */
export const tapeMulti: CustomGenerate = async (args, _sample, _params, context) => {
  const tape = context.tape();
  for (let turn = 1; ; turn += 1) {
    const said = await tape.generate();
    if (said.truncated || said.finish.type === 'abort' || said.text.includes('42')) break;
    if (turn === args.max_turns) return tape.finish({ status: 'truncated' });
    const seen = await tape.observe({ role: 'user', content: `You said: ${said.text}` });
    if (!seen.appended) return tape.finish({ status: 'truncated' });
  }
  return tape.finish({ reward: 1 });
};

/** Looks at nothing that the tape tells. */
export const tapeNaive: CustomGenerate = async (_args, _sample, _params, context) => {
  const tape = context.tape();
  await tape.generate();
  await tape.observe(AGAIN);
  if (tape.budget > 0) await tape.generate();
  await tape.observe({ role: 'user', content: 'Nothing follows this.' });
  return tape.finish({ reward: 0.5, metadata: { looks: 2 } });
};

/** Two tapes, each with the whole reward. */
export const fanOutFull: CustomGenerate = async (_args, _sample, _params, context) => {
  const segments = [];
  for (const reward of [1, 1]) {
    const tape = context.tape();
    await tape.generate();
    segments.push(await tape.finish({ reward }));
  }
  return context.fanOut(segments, { reward: 'full' });
};

/** Two tapes at a time, which share the reward. */
export const fanOutSplit = defineGenerate({
  name: 'split',
  apiVersion: 1,
  fanOutReward: 'split',
  generate: async (_args, _sample, _params, context) => {
    const segments = await Promise.all(
      [context.tape(), context.tape()].map(async (tape) => {
        await tape.generate();
        return tape.finish({ reward: 1 });
      }),
    );
    return context.fanOut(segments, { reward: 'split' });
  },
});

/** The best of three, by length. */
export const bestOfThree: CustomGenerate = async (_args, _sample, _params, context) => {
  const samples: Sample[] = [];
  for (let count = 0; count < 3; count += 1) {
    const tape = context.tape();
    await tape.generate();
    samples.push(await tape.finish({ metadata: { candidate: count } }));
  }
  const [best] = samples.toSorted((one, two) => two.tokens.length - one.tokens.length);
  if (best === undefined) throw new Error('no sample');
  return best;
};

/** Draws how often it looks; says so. */
export const random = defineGenerate({
  name: 'random',
  apiVersion: 1,
  deterministic: false,
  generate: async (args, sample, params, context) => {
    const plugin = Math.random() < 0.5 ? tapeSingle : tapeNaive;
    return plugin(args, sample, params, context);
  },
});

/** What a hand-built sample is made of. */
class Transcript {
  readonly tokens: number[];
  readonly mask: number[] = [];
  readonly logProbs: number[] = [];
  readonly versions: string[] = [];
  readonly spans: [number, number, string][] = [];

  constructor(prompt: Iterable<number>) {
    this.tokens = [...prompt];
  }

  left({
    rollout_max_response_len: response,
    rollout_max_context_len: context,
  }: RolloutArgs): number {
    return Math.min(
      (response ?? Infinity) - this.mask.length,
      (context ?? Infinity) - this.tokens.length,
    );
  }

  said(reply: Pick<GenerateResult, 'ids' | 'logprobs' | 'weightVersion'>): void {
    this.tokens.push(...reply.ids);
    for (const logProb of reply.logprobs) {
      this.mask.push(Number.isNaN(logProb) ? 0 : 1);
      this.logProbs.push(Number.isNaN(logProb) ? 0 : logProb);
    }
    this.versions.push(reply.weightVersion);
  }

  saw(ids: Iterable<number>): void {
    for (const id of ids) {
      this.tokens.push(id);
      this.mask.push(0);
      this.logProbs.push(0);
    }
  }

  async toSample(
    sample: Sample,
    status: Sample['status'],
    context: GenerateContext,
  ): Promise<Sample> {
    const { tokens, mask } = this;
    const response = tokens.slice(tokens.length - mask.length);
    return {
      ...sample,
      tokens,
      response: await context.encoder.decode(response, { skipSpecialTokens: false }),
      response_length: mask.length,
      loss_mask: mask,
      rollout_log_probs: this.logProbs,
      weight_versions: this.versions,
      status,
      metadata:
        this.spans.length === 0
          ? sample.metadata
          : { ...sample.metadata, masked_spans: this.spans },
    };
  }
}

function promptOf({ prompt }: Sample): string | Message[] {
  if (typeof prompt === 'number') throw new TypeError('the prompt is a number');
  return prompt;
}

/** Turns over the engine, written down by hand. */
export const engineMulti: CustomGenerate = async (args, sample, params, context) => {
  const { engine, encoder, signal } = context;
  const history: Message[] = [{ role: 'user', content: 'What is it?' }];
  const { ids } = await encoder.encodePrompt(promptOf(sample), {});
  const transcript = new Transcript(ids);
  let status: Sample['status'] = 'truncated';
  for (let turn = 1; transcript.left(args) > 0; turn += 1) {
    const reply = await engine.generate(
      {
        input_ids: transcript.tokens,
        sampling_params: { ...params, max_new_tokens: transcript.left(args) },
      },
      { signal, routingKey: sample.session_id ?? 'mine' },
    );
    transcript.said(reply);
    const last = reply.ids.at(-1);
    if (reply.finish.type === 'abort') {
      status = 'aborted';
      break;
    }
    if (reply.finish.type === 'length' && !encoder.stopIds.has(last ?? -1)) break;
    if (turn === args.max_turns || turn === 3) {
      status = 'completed';
      break;
    }
    history.push({ role: 'assistant', content: reply.text });
    const bridge = await encoder.encodeBridge({ messages: [AGAIN], history, lastId: last });
    if (bridge.ids.length >= transcript.left(args)) break;
    transcript.saw(bridge.ids);
    history.push(AGAIN);
  }
  return transcript.toSample(sample, transcript.mask.length === 0 ? 'aborted' : status, context);
};

/** Samples on behind an aborted part, with the part masked: an older policy may have said it. */
export const maskOffPolicy: CustomGenerate = async (args, sample, params, context) => {
  const { engine, encoder, signal } = context;
  const { ids } = await encoder.encodePrompt(promptOf(sample), {});
  const transcript = new Transcript(ids);
  for (let tries = 0; tries < 3 && transcript.left(args) > 0; tries += 1) {
    const start = transcript.mask.length;
    const reply = await engine.generate(
      {
        input_ids: transcript.tokens,
        sampling_params: { ...params, max_new_tokens: transcript.left(args) },
      },
      { signal, routingKey: sample.session_id ?? 'mine' },
    );
    transcript.said(reply);
    if (reply.finish.type !== 'abort') {
      const status = reply.finish.type === 'stop' ? 'completed' : 'truncated';
      return transcript.toSample(sample, status, context);
    }
    if (reply.ids.length === 0) continue;
    transcript.mask.fill(0, start);
    transcript.spans.push([start, reply.ids.length, 'off_policy']);
  }
  return transcript.toSample(sample, 'aborted', context);
};

interface WireReply {
  text: string;
  output_ids: number[];
  meta_info: {
    finish_reason: { type: string } | null;
    weight_version?: string;
    output_token_logprobs?: [number | null, number, null][];
  };
}

/** Posts as a careful client does: again on what may pass, not on what was refused. */
async function post(
  args: RolloutArgs,
  body: object,
  sample: Sample,
  signal: AbortSignal,
): Promise<WireReply> {
  let reason = '';
  for (let tries = 0; tries < 3; tries += 1) {
    const response = await fetch(
      `http://${args.sglang_router_ip}:${args.sglang_router_port}/generate`,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(sample.session_id === null ? {} : { 'x-smg-routing-key': sample.session_id }),
        },
        body: JSON.stringify(body),
        signal,
      },
    ).catch((error: unknown) => {
      signal.throwIfAborted();
      return String(error);
    });
    if (typeof response === 'string') {
      reason = response;
      continue;
    }
    const text = await response.text().catch(() => '');
    if (response.status === 200) {
      try {
        return JSON.parse(text);
      } catch {
        reason = 'no JSON';
        continue;
      }
    }
    reason = `HTTP ${response.status}`;
    if (response.status === 400) break;
  }
  throw new Error(`the engine gave no reply: ${reason}`);
}

function readReply({ meta_info: meta }: WireReply): GenerateResult | 'abort' {
  if (meta.finish_reason?.type === 'abort') return 'abort';
  const triples = meta.output_token_logprobs;
  const type = meta.finish_reason?.type;
  if (triples === undefined || triples.length === 0) throw new Error('nothing was sampled');
  if (type !== 'stop' && type !== 'length') throw new Error(`finish reason ${type}`);
  return {
    rid: '',
    ids: Int32Array.from(triples, ([, id]) => id),
    logprobs: Float64Array.from(triples, ([logProb]) => logProb ?? Number.NaN),
    finish: type === 'stop' ? { type, matched: null } : { type, length: triples.length },
    text: '',
    weightVersion: meta.weight_version ?? 'unknown',
    promptTokens: 0,
    cachedTokens: 0,
    discarded: [],
  };
}

/** Two turns over HTTP. */
export const httpTwoTurns: CustomGenerate = async (args, sample, params, context) => {
  const { encoder, signal } = context;
  const { ids } = await encoder.encodePrompt(promptOf(sample), {});
  const transcript = new Transcript(ids);
  let status: Sample['status'] = 'completed';
  for (const isLast of [false, true]) {
    if (transcript.left(args) < 1) break;
    const sampling: SamplingParams = { ...params, max_new_tokens: transcript.left(args) };
    const body = { input_ids: transcript.tokens, sampling_params: sampling, return_logprob: true };
    const reply = readReply(await post(args, body, sample, signal));
    if (reply === 'abort') {
      status = 'aborted';
      break;
    }
    transcript.said(reply);
    const last = reply.ids.at(-1) ?? -1;
    if (!encoder.stopIds.has(last)) status = 'truncated';
    if (isLast || status === 'truncated') break;
    const history: Message[] = [
      { role: 'user', content: 'What is it?' },
      { role: 'assistant', content: 'This.' },
    ];
    const bridge = await encoder.encodeBridge({ messages: [AGAIN], history, lastId: last });
    if (bridge.ids.length >= transcript.left(args)) break;
    transcript.saw(bridge.ids);
  }
  return transcript.toSample(sample, transcript.mask.length === 0 ? 'aborted' : status, context);
};

/** One turn over HTTP by text, without mask and log-probs; resumes what slime hands back. */
export const slimeDefault: CustomGenerate = async (args, sample, params, context) => {
  const { encoder, signal } = context;
  const prompt = promptOf(sample);
  const { ids } = await encoder.encodePrompt(prompt, {});
  const tokens = sample.tokens.length > 0 ? sample.tokens : [...ids];
  const left = Math.min(
    (args.rollout_max_response_len ?? Infinity) - sample.response_length,
    (args.rollout_max_context_len ?? Infinity) - tokens.length,
  );
  if (left < 1) {
    return { ...sample, tokens, status: sample.response_length > 0 ? 'truncated' : 'aborted' };
  }
  const isNew = sample.response_length === 0 && typeof prompt === 'string';
  const body = {
    ...(isNew ? { text: prompt } : { input_ids: tokens }),
    sampling_params: { ...params, max_new_tokens: left },
    return_logprob: true,
  };
  const { output_ids: sampled, meta_info: meta } = await post(args, body, sample, signal);
  const type = meta.finish_reason?.type;
  if (type !== 'stop' && type !== 'length' && type !== 'abort') throw new Error(`finish ${type}`);
  if (type !== 'abort' && sampled.length === 0) throw new Error('nothing was sampled');
  const length = sample.response_length + sampled.length;
  const whole = [...tokens, ...sampled];
  return {
    ...sample,
    tokens: whole,
    response: await encoder.decode(whole.slice(whole.length - length), {
      skipSpecialTokens: false,
    }),
    response_length: length,
    loss_mask: sample.loss_mask === null ? null : [...sample.loss_mask, ...sampled.map(() => 1)],
    status: type === 'stop' ? 'completed' : type === 'length' ? 'truncated' : 'aborted',
  };
};

/** A solver and a critic with a prompt of its own: two segments. */
export const twoAgents: CustomGenerate = async (_args, sample, _params, context) => {
  const solver = context.tape();
  const solution = await solver.generate();
  const first = await solver.finish({ reward: 1 });
  const critic = context.tape();
  await critic.prompt([
    { role: 'system', content: 'Judge the solution.' },
    { role: 'user', content: `Of ${JSON.stringify(sample.prompt)}: ${solution.content}` },
  ]);
  await critic.generate();
  return context.fanOut([first, await critic.finish({ reward: 1 })], { reward: 'full' });
};

/** Fails as a class does that was written for another runtime. */
class Agent {
  readonly #context: GenerateContext;

  constructor(context: GenerateContext) {
    this.#context = context;
  }

  async run(): Promise<Sample> {
    const tape = this.#context.tape();
    try {
      await tape.generate();
    } catch (error) {
      this.#context.log.warn(String(error));
      return tape.finish({ status: 'failed' });
    }
    return tape.finish({ reward: { score: 1, length: tape.responseLength }.length });
  }
}

export const agentClass: CustomGenerate = (_args, _sample, _params, context) =>
  new Agent(context).run();
