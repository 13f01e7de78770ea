import type { Encoder, Message, Observed, Turn } from 'slime-sdk';
import type { BudgetLeft } from './budget.ts';
import type { EpisodeTape, PromptOptions } from './episode-tape.ts';

/** What of an episode stands on the tapes before one. */
export interface TapeStart {
  /** Turns sampled before. */
  turns: number;
  /** Tokens of the response regions before: they count for `--rollout-max-response-len`. */
  responseLength: number;
}

/** How an episode gets its tapes. */
export interface TapeChainOptions {
  open(start: TapeStart): EpisodeTape;
  encoder: Encoder;
  /** Whether a user message may begin another tape: `--template-history fork`. */
  forks: boolean;
}

/**
 * The tapes of one episode with an environment: one, unless the chat template writes the turns before
 * a user message otherwise than they were sampled (most drop the reasoning there) and the run forks.
 * Then such a message begins another tape: its prompt is the whole conversation as the template
 * writes it now, so that what is trained is always behind what the policy reads. No tape is ever
 * partly rendered anew.
 */
export class TapeChain {
  readonly #options: TapeChainOptions;
  readonly #tapes: [EpisodeTape, ...EpisodeTape[]];
  #forks: boolean;
  #forkedWith: readonly Message[] | undefined;
  #promptOptions: PromptOptions = {};
  /** Messages of the first prompt. */
  #opening = 0;

  constructor(options: TapeChainOptions) {
    this.#options = options;
    this.#forks = options.forks;
    this.#tapes = [options.open({ turns: 0, responseLength: 0 })];
  }

  /** In order; the last one is where the episode goes on. */
  get tapes(): readonly [EpisodeTape, ...EpisodeTape[]] {
    return this.#tapes;
  }

  /** Tokens of the last tape's prompt. */
  get promptLength(): number {
    return this.#last.promptLength;
  }

  get left(): BudgetLeft {
    return this.#last.left;
  }

  /** Turns sampled so far, over all tapes. */
  get turnCount(): number {
    return this.#tapes.reduce((count, tape) => count + tape.turns.length, 0);
  }

  /** What was last observed, after cutting; for the turn log. */
  get lastObservation(): readonly Message[] {
    return this.#forkedWith ?? this.#last.lastObservation;
  }

  async prompt(prompt: string | Message[], options: PromptOptions): Promise<void> {
    // Text that went through a template before cannot go through one again.
    if (typeof prompt === 'string') this.#forks = false;
    else this.#opening = prompt.length;
    this.#promptOptions = options;
    await this.#last.prompt(prompt, options);
  }

  generate(): Promise<Turn> {
    return this.#last.generate();
  }

  /** Appends an observation, or begins a tape with it: nothing is appended to the one before then. */
  async observe(messages: Message[]): Promise<Observed> {
    const last = this.#last;
    const next = await this.#fork(messages);
    if (next === undefined) {
      this.#forkedWith = undefined;
      return await last.observe(messages);
    }
    const { turn, limit } = next.left;
    // A prompt without the reasoning of its turns may be shorter than the tape.
    const tokens = Math.max(0, next.promptLength - last.tokens.length);
    const cuts =
      turn > 0 ? [] : await next.cutPrompt(last.history, messages, this.#continuedOptions());
    if (cuts === undefined) return { appended: false, budget: limit, tokens };
    this.#tapes.push(next);
    this.#forkedWith = cuts.length === 0 ? messages : next.lastObservation;
    return cuts.length === 0
      ? { appended: true, tokens: 0, cut: false }
      : { appended: true, tokens: 0, cut: true, cuts };
  }

  get #last(): EpisodeTape {
    return this.#tapes.at(-1) ?? this.#tapes[0];
  }

  /** Undefined where the tape says what the template writes, so that it can go on. */
  async #fork(messages: readonly Message[]): Promise<EpisodeTape | undefined> {
    if (!this.#forks || !messages.some(({ role }) => role === 'user')) return undefined;
    const last = this.#last;
    const { history, tokens } = last;
    const next = this.#options.open({
      turns: this.turnCount,
      responseLength: this.#tapes.reduce((sum, tape) => sum + tape.responseLength, 0),
    });
    await next.prompt([...history, ...messages], this.#continuedOptions());
    // By text: ids that the tokenizer would not have given say the same.
    const [before, anew] = await Promise.all([this.#decode(tokens), this.#decode(next.tokens)]);
    return anew.startsWith(before) ? undefined : next;
  }

  #continuedOptions(): PromptOptions {
    return { ...this.#promptOptions, continuedFrom: this.#opening };
  }

  async #decode(ids: Int32Array): Promise<string> {
    return await this.#options.encoder.decode(ids, { skipSpecialTokens: false });
  }
}
