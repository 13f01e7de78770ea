import {
  assertSample,
  type Encoded,
  type EngineCapabilities,
  EngineError,
  type Encoder,
  type GenerateEngine,
  type ImageSource,
  type JsonObject,
  type Message,
  type ObservationCut,
  type ObservationOverflow,
  type Observed,
  type Reward,
  type RolloutArgs,
  type Sample,
  type SampleStatus,
  type SamplingParams,
  type Tape,
  type TemplateRewording,
  type ToolSpec,
  type Turn,
} from 'slime-sdk';
import { readToolSpecs, toolSpecsAsJson } from '../tool-specs.ts';
import { assistantMessage } from '../assistant-message.ts';
import { type Budget, type BudgetLeft, budgetLeft, createBudget, longestPrompt } from './budget.ts';
import { CallOrder } from './call-order.ts';
import { cutObservation } from './cut-observation.ts';
import { expertShapeOf } from './expert-replay.ts';
import { readTurn } from './read-turn.ts';
import { SamplePictures } from './sample-pictures.ts';
import type { TapeStart } from './tape-chain.ts';
import { TokenTape } from './token-tape.ts';

/** What an episode's tape stands on. */
export interface EpisodeTapeOptions {
  args: RolloutArgs;
  sample: Sample;
  engine: GenerateEngine;
  capabilities: EngineCapabilities;
  encoder: Encoder;
  samplingParams: SamplingParams;
  /** One for the whole episode, so that the router keeps it on one engine. */
  routingKey: string;
  signal: AbortSignal;
  overflow: ObservationOverflow;
  /** What of the episode stands on tapes before this one; nothing where absent. */
  start?: TapeStart;
}

/** What a prompt is encoded with besides its messages, as of the SDK's `encodePrompt`. */
export interface PromptOptions {
  tools?: ToolSpec[];
  reword?: TemplateRewording;
  continuedFrom?: number;
}

/**
 * The SDK's {@link Tape} on an engine and an encoder: what loop and custom generate functions
 * record through.
 */
export class EpisodeTape implements Tape {
  readonly #options: EpisodeTapeOptions;
  readonly #budget: Budget;
  readonly #turns: Turn[] = [];
  #history: Message[] = [];
  #tools: ToolSpec[] | undefined;
  #tape: TokenTape | undefined;
  /** What was last appended, after cutting; for the turn log. */
  #lastObservation: Message[] = [];
  readonly #calls = new CallOrder();

  constructor(options: EpisodeTapeOptions) {
    this.#options = options;
    this.#budget = createBudget(options.args, options.capabilities);
  }

  /** What a turn is sampled with unless `generate` is told otherwise: a copy. */
  get samplingParams(): SamplingParams {
    return structuredClone(this.#options.samplingParams);
  }

  get tokens(): Int32Array {
    return this.#tape?.tokens ?? new Int32Array(0);
  }

  get promptLength(): number {
    return this.#tape?.promptLength ?? 0;
  }

  get responseLength(): number {
    return this.#tape?.responseLength ?? 0;
  }

  get turns(): readonly Turn[] {
    return this.#turns;
  }

  get budget(): number {
    return this.left.turn;
  }

  get left(): BudgetLeft {
    return budgetLeft(this.#budget, {
      length: this.#tape?.length ?? 0,
      responseLength: this.#used,
    });
  }

  /** Tokens of the response region of the episode, of tapes before this one too. */
  get #used(): number {
    return this.responseLength + (this.#options.start?.responseLength ?? 0);
  }

  get lastObservation(): readonly Message[] {
    return this.#lastObservation;
  }

  /** The conversation so far: its prompt, turns as they were read, observations. */
  get history(): readonly Message[] {
    return this.#history;
  }

  /** What the trainer's tensors of its pictures are made of; null where there are none to make. */
  get pictures(): SamplePictures | null {
    return SamplePictures.of(this.#tape?.images ?? []);
  }

  prompt(prompt: string | Message[], options: PromptOptions = {}): Promise<void> {
    const { signal } = this.#options;
    return this.#calls.run('prompt', () => this.#encodePrompt(prompt, { ...options, signal }));
  }

  async #encodePrompt(
    prompt: string | Message[],
    options: PromptOptions & { signal?: AbortSignal } = {},
  ): Promise<void> {
    if (this.#turns.length > 0) {
      throw new TypeError('tape.prompt: the prompt stands once a turn was sampled');
    }
    this.#tools = options.tools;
    this.#begin(prompt, await this.#encoded(prompt, options));
  }

  async #encoded(
    prompt: string | Message[],
    options: PromptOptions & { signal?: AbortSignal },
  ): Promise<Encoded> {
    const { encoder, sample } = this.#options;
    const images = imagesOf(sample);
    return await encoder.encodePrompt(prompt, {
      ...this.#templateOptions(),
      ...(options.reword === undefined ? {} : { reword: options.reword }),
      ...(options.continuedFrom === undefined ? {} : { continuedFrom: options.continuedFrom }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(typeof prompt === 'string' && images.length > 0 ? { images } : {}),
    });
  }

  #begin(prompt: string | Message[], encoded: Encoded): void {
    const { args, encoder } = this.#options;
    this.#history = typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : [...prompt];
    this.#tape = new TokenTape(encoded, {
      experts: expertShapeOf(args),
      imagePadId: encoder.imagePadId,
    });
  }

  /**
   * Begins anew with a conversation that ends with an observation, which is cut so that a turn can
   * follow. Undefined where no cut that the environment allows makes room.
   */
  cutPrompt(
    history: readonly Message[],
    observation: readonly Message[],
    options: PromptOptions,
  ): Promise<ObservationCut[] | undefined> {
    return this.#calls.run('prompt', async () => {
      const { encoder, overflow, signal } = this.#options;
      // A shorter prompt makes no room for a longer response.
      if (overflow === 'end' || this.#used >= this.#budget.response) return undefined;
      const limit = longestPrompt(this.#budget);
      const encode = (messages: readonly Message[]): Promise<Encoded> =>
        this.#encoded([...history, ...messages], { ...options, signal });
      const cut = await cutObservation(observation, limit, overflow, encoder, encode);
      if (cut === undefined) return undefined;
      this.#begin([...history, ...cut.messages], cut.encoded);
      this.#lastObservation = cut.messages;
      return this.left.turn > 0 ? cut.cuts : undefined;
    });
  }

  generate(params: SamplingParams = {}): Promise<Turn> {
    return this.#calls.run('generate', () => this.#generate(params));
  }

  async #generate(params: SamplingParams): Promise<Turn> {
    const tape = await this.#open();
    const { engine, signal, routingKey, samplingParams } = this.#options;
    const { turn: room, limit } = this.left;
    if (room <= 0) {
      throw new EngineError(
        `no room for another turn: the ${limit} is used up at ${tape.length} tokens`,
        { data: { tokens: tape.length, limit } },
      );
    }
    const merged = { ...samplingParams, ...params };
    const wanted = merged.max_new_tokens ?? Infinity;
    if (wanted !== Infinity && !(Number.isSafeInteger(wanted) && wanted >= 0)) {
      throw new TypeError(
        `tape.generate: max_new_tokens must be a number of tokens, not ${wanted}`,
      );
    }
    const result = await engine.generate(
      this.#request(tape, { ...merged, max_new_tokens: Math.min(wanted, room) }),
      { signal, routingKey },
    );
    const start = tape.appendSampled(result);
    const turn = await readTurn(result, {
      args: this.#options.args,
      encoder: this.#options.encoder,
      capabilities: this.#options.capabilities,
      tools: this.#tools,
      index: this.#turns.length + (this.#options.start?.turns ?? 0),
      start,
    });
    this.#turns.push(turn);
    this.#history.push(assistantMessage(turn));
    return turn;
  }

  observe(messages: Message | Message[]): Promise<Observed> {
    return this.#calls.run('observe', () => this.#observe(messages));
  }

  async #observe(messages: Message | Message[]): Promise<Observed> {
    const tape = await this.#open();
    const list = Array.isArray(messages) ? messages : [messages];
    const { encoder, overflow, signal } = this.#options;
    const lastId = tape.tokens.at(-1);
    const encode = async (items: readonly Message[]): Promise<Encoded> =>
      await encoder.encodeBridge({
        messages: items,
        history: this.#history,
        lastId: this.#turns.length === 0 ? undefined : lastId,
        signal,
        ...this.#templateOptions(),
      });
    const encoded = await encode(list);
    const { observation: room, observationLimit: budget } = this.left;
    // An observation that no turn can follow is not appended.
    const fits = encoded.ids.length <= room;
    const cut =
      fits || overflow === 'end'
        ? undefined
        : await cutObservation(list, room, overflow, encoder, encode);
    if (!fits && cut === undefined) {
      return { appended: false, budget, tokens: encoded.ids.length };
    }
    const final = cut ?? { messages: list, encoded };
    if (final.encoded.images.length > 0) this.#assertNoStray(tape);
    tape.appendObserved(final.encoded);
    this.#history.push(...final.messages);
    this.#lastObservation = final.messages;
    return {
      appended: true,
      tokens: final.encoded.ids.length,
      cut: cut !== undefined,
      ...(cut === undefined ? {} : { cuts: cut.cuts }),
    };
  }

  async finish(
    options: { reward?: Reward | null; status?: SampleStatus; metadata?: JsonObject } = {},
  ): Promise<Sample> {
    this.#calls.assertIdle('finish');
    const status = options.status ?? this.#statusOfTurns();
    const sample = await this.toSample(status);
    const finished: Sample = {
      ...sample,
      reward: status === 'aborted' ? null : (options.reward ?? null),
      metadata: { ...sample.metadata, ...options.metadata },
    };
    assertSample(finished, { rewardKey: this.#options.args.reward_key });
    return finished;
  }

  /** The sample as it stands, with a status and without a reward; the tape is closed. */
  async toSample(status: SampleStatus): Promise<Sample> {
    const { sample, routingKey } = this.#options;
    this.#calls.close();
    if (this.#tape === undefined) return { ...sample, status, session_id: routingKey };
    this.#tape.close();
    const fields = this.#tape.fields();
    return {
      ...sample,
      ...fields,
      status,
      session_id: routingKey,
      response: await this.#options.encoder.decode(
        this.#tape.tokens.subarray(this.#tape.promptLength),
        { skipSpecialTokens: this.#options.args.rollout_skip_special_tokens },
      ),
      multimodal_inputs: this.#multimodalInputs(sample),
      multimodal_train_input_id: this.pictures?.id ?? sample.multimodal_train_input_id,
      metadata: this.#metadata(sample.metadata),
    };
  }

  async #open(): Promise<TokenTape> {
    if (this.#tape === undefined) {
      const { prompt, metadata } = this.#options.sample;
      if (typeof prompt === 'number') {
        throw new EngineError(
          `the row's prompt is the number ${prompt}: call tape.prompt() with messages, ` +
            'or let the environment return messages from reset',
        );
      }
      const tools = readToolSpecs(metadata);
      await this.#encodePrompt(prompt, tools === undefined ? {} : { tools });
    }
    if (this.#tape === undefined) throw new TypeError('tape: the prompt could not be encoded');
    return this.#tape;
  }

  /** Placeholders that the policy sampled before there were pictures. */
  #assertNoStray(tape: TokenTape): void {
    const { imagePadId: padId } = this.#options.encoder;
    if (padId === undefined || tape.images.length > 0) return;
    const at = tape.tokens.indexOf(padId);
    if (at < 0) return;
    throw new EngineError(
      `a picture cannot be appended: the policy sampled its placeholder ${padId} at position ${at}, ` +
        'and the trainer would put the picture there',
    );
  }

  #request(tape: TokenTape, params: SamplingParams): Parameters<GenerateEngine['generate']>[0] {
    const { args, capabilities } = this.#options;
    return {
      input_ids: tape.tokens,
      input_ids_json: tape.idText.pieces,
      sampling_params: params,
      ...(tape.images.length === 0
        ? {}
        : { image_data: tape.images.map((image) => image.dataUri) }),
      ...(args.rollout_top_p === 1 || !capabilities.trainable
        ? {}
        : { return_top_p_token_ids: true }),
      ...(args.use_rollout_routing_replay
        ? { return_routed_experts: true, routed_experts_start_len: tape.expertRows }
        : {}),
      ...(capabilities.trainable
        ? {}
        : {
            messages: this.#history,
            ...(this.#tools === undefined ? {} : { tools: this.#tools }),
          }),
    };
  }

  #templateOptions(): { tools?: ToolSpec[]; kwargs: JsonObject } {
    return {
      kwargs: this.#options.args.apply_chat_template_kwargs,
      ...(this.#tools === undefined ? {} : { tools: this.#tools }),
    };
  }

  #statusOfTurns(): SampleStatus {
    const last = this.#turns.at(-1);
    const isCut = this.#turns.some((turn, at) => {
      const next = this.#turns[at + 1];
      // Resumed by a turn that stands right behind it.
      return turn.finish.type === 'abort' && next?.start !== turn.start + turn.tokens;
    });
    if (last === undefined || isCut) return 'aborted';
    return last.truncated ? 'truncated' : 'completed';
  }

  /** Tools as slime keeps them, so that calls are read alike later; spans that are masked. */
  #metadata(metadata: JsonObject): JsonObject {
    const masked = this.#tape?.maskedSpans() ?? [];
    return {
      ...metadata,
      ...(this.#tools === undefined ? {} : { tools: toolSpecsAsJson(this.#tools) }),
      ...(masked.length === 0 ? {} : { masked_spans: masked }),
    };
  }

  #multimodalInputs(sample: Sample): JsonObject | null {
    const images = (this.#tape?.images ?? []).map((image) =>
      typeof image.source === 'string' ? image.source : image.dataUri,
    );
    return images.length === 0 ? sample.multimodal_inputs : { ...sample.multimodal_inputs, images };
  }
}

function imagesOf(sample: Sample): ImageSource[] {
  const images = sample.multimodal_inputs?.['images'];
  if (!Array.isArray(images)) return [];
  return images.filter((image) => typeof image === 'string');
}
