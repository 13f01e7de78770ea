import { LlmError } from '../errors.ts';
import type { CheckedOptions } from './llm-options.ts';

/** Tokens of a prompt and its reply. */
export interface TokenCounts {
  prompt: number;
  completion: number;
}

/** What a client has used so far. */
export interface LlmUsage {
  /** Calls that were sent, whatever became of them. */
  requests: number;
  /** Tries beyond the first of each call. */
  retries: number;
  promptTokens: number;
  completionTokens: number;
  /** US dollars; a reply that does not count its tokens is charged by estimate. Null without prices. */
  cost: number | null;
}

/** Bytes that a token stands for where nobody counts. */
const BYTES_PER_TOKEN = 4;

/** Roughly how many tokens a text of so many bytes has. */
export const estimateTokens = (bytes: number): number => Math.ceil(bytes / BYTES_PER_TOKEN);

/** A call's estimate, held against the limit while the call runs. */
export interface Reservation {
  /** Books a reply: what it reported, null where it did not count, and its size in bytes. */
  book(reported: TokenCounts | null, replyBytes: number): void;
  /** Ends it; to be called on every path. */
  release(): void;
}

/** Counts tokens and money of a client, and refuses what would go past its limit. */
export class Spending {
  readonly #prices: CheckedOptions['pricePerMillion'];
  readonly #limit: number | undefined;
  #requests = 0;
  #retries = 0;
  #prompt = 0;
  #completion = 0;
  #spent = 0;
  #reserved = 0;

  constructor({ pricePerMillion, costLimit }: CheckedOptions) {
    this.#prices = pricePerMillion;
    this.#limit = costLimit;
  }

  /** US dollars; null without prices. */
  costOf({ prompt, completion }: TokenCounts): number | null {
    if (this.#prices === undefined) return null;
    return (prompt * this.#prices.prompt + completion * this.#prices.completion) / 1e6;
  }

  /**
   * Opens a call by what is known before it: tokens of the prompt by its size, and the most that
   * the reply may have.
   *
   * @throws LlmError of kind `cost_limit`.
   */
  reserve(estimate: TokenCounts): Reservation {
    const cost = this.costOf(estimate) ?? 0;
    const total = this.#spent + this.#reserved + cost;
    if (this.#limit !== undefined && (total > this.#limit || this.#spent >= this.#limit)) {
      throw new LlmError(
        `cost limit of ${dollars(this.#limit)}: ${dollars(this.#spent)} spent, ` +
          `${dollars(this.#reserved)} in calls that run, ${dollars(cost)} for this one; ` +
          'raise costLimit or ask less',
        'cost_limit',
        { data: { limit: this.#limit, spent: this.#spent } },
      );
    }
    this.#requests += 1;
    this.#reserved += cost;
    return {
      book: (reported, replyBytes) => {
        this.#prompt += reported?.prompt ?? 0;
        this.#completion += reported?.completion ?? 0;
        const guess = { prompt: estimate.prompt, completion: estimateTokens(replyBytes) };
        this.#spent += this.costOf(reported ?? guess) ?? 0;
      },
      release: () => {
        this.#reserved -= cost;
      },
    };
  }

  countRetry(): void {
    this.#retries += 1;
  }

  usage(): LlmUsage {
    return {
      requests: this.#requests,
      retries: this.#retries,
      promptTokens: this.#prompt,
      completionTokens: this.#completion,
      cost: this.#prices === undefined ? null : this.#spent,
    };
  }
}

const dollars = (amount: number): string => `$${Number(amount.toPrecision(6))}`;
