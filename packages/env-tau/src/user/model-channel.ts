import { isSlimeError, RetryableEnvError } from 'slime-sdk';
import type { ChatMessage, LlmError, LlmOptions } from 'slime-sdk/llm';
import { type ClientLease, leaseClient } from './lease-client.ts';
import { EmptyUserReplyError, MalformedUserReplyError, UserSimulatorError } from './user-errors.ts';
import type { UserUsage } from './user-simulator.ts';

/** Times that a model is asked for the same words. */
const MOST_ASKED = 3;

/** How a model is asked. */
export interface Sampling {
  readonly temperature?: number;
  readonly maxTokens?: number;
}

/** What is wanted of a model's words. */
export interface Wanted<Read> {
  /** For the error message: `true or false`, say. */
  readonly form: string;
  /** Null where the words are not in that form: the model is asked again. */
  readonly read: (text: string) => Read | null;
}

/** Whether the loop may try the turn once more: what the client has tried several times. */
function mayPass({ kind, data }: LlmError): boolean {
  if (kind === 'transport' || kind === 'timeout') return true;
  const status = kind === 'status' ? Number(data['status']) : 0;
  return status === 408 || status === 429 || status >= 500;
}

/** By its code: the client may be of another copy of the SDK. */
function isLlmError(error: unknown): error is LlmError {
  return isSlimeError(error) && error.code === 'SLIME_LLM';
}

/** One episode's line to a model: asks until the words can be read, and counts what that costs. */
export class ModelChannel {
  readonly #lease: ClientLease;
  readonly #sampling: Sampling;
  readonly #isPriced: boolean;
  #usage = { requests: 0, promptTokens: 0, completionTokens: 0, cost: 0 };

  /** @throws ConfigError for options that are wrong. Sends nothing. */
  constructor(options: LlmOptions, sampling: Sampling) {
    this.#lease = leaseClient(options);
    this.#isPriced = options.pricePerMillion !== undefined;
    this.#sampling = sampling;
  }

  /**
   * Asks until the words are in the form that is wanted, at most three times.
   *
   * @throws RetryableEnvError when the endpoint cannot be reached or is busy, UserSimulatorError when
   *   it refuses, and its subclasses for words that cannot be used.
   */
  async ask<Read>(
    messages: readonly ChatMessage[],
    wanted: Wanted<Read>,
    signal: AbortSignal,
  ): Promise<Read> {
    let text = '';
    for (let time = 0; time < MOST_ASKED; time += 1) {
      text = await this.#request(messages, signal);
      const read = text.trim() === '' ? null : wanted.read(text);
      if (read !== null) return read;
    }
    if (text.trim() !== '') throw new MalformedUserReplyError(wanted.form, text);
    throw new EmptyUserReplyError(
      `the simulated user said nothing, each of ${MOST_ASKED} times; look at user_model, and at ` +
        'user_max_tokens where the model reasons before it speaks',
    );
  }

  /** Starts counting anew. */
  clear(): void {
    this.#usage = { requests: 0, promptTokens: 0, completionTokens: 0, cost: 0 };
  }

  usage(): UserUsage {
    return { ...this.#usage, cost: this.#isPriced ? this.#usage.cost : null };
  }

  close(): Promise<void> {
    return this.#lease.release();
  }

  async #request(messages: readonly ChatMessage[], signal: AbortSignal): Promise<string> {
    const onTry = (): void => {
      this.#usage.requests += 1;
    };
    try {
      const reply = await this.#lease.client.chat(messages, { ...this.#sampling, onTry, signal });
      this.#usage.promptTokens += reply.promptTokens;
      this.#usage.completionTokens += reply.completionTokens;
      this.#usage.cost += reply.cost ?? 0;
      return reply.text;
    } catch (error) {
      if (!isLlmError(error)) throw error;
      const options = { cause: error, data: { kind: error.kind } };
      const message = `the simulated user could not be asked: ${error.message}`;
      if (mayPass(error)) throw new RetryableEnvError(message, options);
      throw new UserSimulatorError(message, options);
    }
  }
}
