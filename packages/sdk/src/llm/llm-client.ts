import { setTimeout as delay } from 'node:timers/promises';
import { LlmError } from '../errors.ts';
import type { ChatMessage } from './chat-message.ts';
import { type ChatRequest, writeChatRequest } from './chat-request.ts';
import { HttpPost } from './http-post.ts';
import { joinSignals } from '../join-signals.ts';
import { type CheckedOptions, checkOptions, type LlmOptions } from './llm-options.ts';
import { readSecret, type Secret } from './secret.ts';
import { Slots } from './slots.ts';
import { estimateTokens, type LlmUsage, Spending, type TokenCounts } from './spending.ts';
import { pauseMs, readTry, transportFault, type TryFault, type TryOutcome } from './try-outcome.ts';

/** Longest message of a fault, in characters. */
const MAX_MESSAGE = 500;

/** What a model answered. */
export interface LlmReply {
  /** The reply's content, empty where it has none; reasoning that the server splits off is not in it. */
  text: string;
  /** The server's `finish_reason`, empty where it gives none. */
  finish: string;
  /** 0 where the server does not count. */
  promptTokens: number;
  completionTokens: number;
  /** US dollars; null without prices, and where the server does not count tokens. */
  cost: number | null;
  /** Tries, the last one included. */
  attempts: number;
}

/** What is sent, and what is known of it before. */
interface Call {
  readonly body: string;
  readonly secret: Secret;
  readonly estimate: TokenCounts;
  readonly onTry: (() => void) | undefined;
}

/**
 * A client of one model behind an OpenAI-compatible endpoint (SGLang, vLLM, a provider).
 *
 * Making one opens nothing. The key is read from the environment at each call; it is in no error,
 * and is replaced by `***` where a server repeats it.
 */
export class LlmClient {
  readonly #options: CheckedOptions;
  readonly #http: HttpPost;
  readonly #slots: Slots;
  readonly #spending: Spending;
  readonly #closing = new AbortController();

  /** @throws ConfigError that names the option. */
  constructor(options: LlmOptions) {
    this.#options = checkOptions(options);
    this.#http = new HttpPost(this.#options);
    this.#slots = new Slots(this.#options.concurrency);
    this.#spending = new Spending(this.#options);
  }

  /**
   * Asks for one completion. An empty text is a reply like any other.
   *
   * @throws LlmError, by its `kind`: `transport`, `timeout`, `status` and `reply` when the tries
   *   are used up or a fault is final, `cost_limit` before anything is sent.
   * @throws the reason of `request.signal` when that aborts.
   * @throws ConfigError when the variable of `apiKeyEnv` is not set.
   */
  async chat(messages: readonly ChatMessage[], request: ChatRequest): Promise<LlmReply> {
    const joined = joinSignals(request.signal, this.#closing.signal);
    try {
      const secret = readSecret(this.#options.apiKeyEnv);
      const body = writeChatRequest(this.#options.model, messages, request);
      const estimate = {
        prompt: estimateTokens(Buffer.byteLength(body)),
        completion: request.maxTokens ?? 0,
      };
      return await this.#slots.run(joined.signal, () =>
        this.#call({ body, secret, estimate, onTry: request.onTry }, joined.signal),
      );
    } finally {
      joined.release();
    }
  }

  /** Calls, retries, tokens and costs so far. */
  usage(): LlmUsage {
    return this.#spending.usage();
  }

  /** Ends what is running, with an error, and closes every connection. Later calls fail. */
  async close(): Promise<void> {
    this.#closing.abort(new LlmError('the client is closed', 'transport'));
    await this.#http.close();
  }

  async #call({ body, secret, estimate, onTry }: Call, signal: AbortSignal): Promise<LlmReply> {
    const reservation = this.#spending.reserve(estimate);
    try {
      for (let attempts = 1; ; attempts += 1) {
        onTry?.();
        const outcome = await this.#try(body, secret, signal);
        if ('reply' in outcome) {
          const { text, finish, counts } = outcome.reply;
          reservation.book(counts, Buffer.byteLength(text));
          return {
            text: secret.redactWords(text),
            finish: secret.redactWords(finish),
            promptTokens: counts?.prompt ?? 0,
            completionTokens: counts?.completion ?? 0,
            cost: counts === null ? null : this.#spending.costOf(counts),
            attempts,
          };
        }
        const { fault } = outcome;
        if (!fault.passes || attempts > this.#options.retries) {
          throw this.#giveUp(fault, attempts, secret);
        }
        this.#spending.countRetry();
        await pause(pauseMs(fault, attempts), signal);
      }
    } finally {
      reservation.release();
    }
  }

  async #try(body: string, secret: Secret, signal: AbortSignal): Promise<TryOutcome> {
    const { timeoutMs } = this.#options;
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutMs);
    const joined = joinSignals(signal, deadline.signal);
    try {
      return readTry(await this.#http.post(body, secret.headers, joined.signal));
    } catch (error) {
      signal.throwIfAborted();
      if (!deadline.signal.aborted) return { fault: transportFault(error) };
      const message = `no reply within ${timeoutMs} ms (timeoutMs)`;
      return { fault: { kind: 'timeout', message, passes: true } };
    } finally {
      clearTimeout(timer);
      joined.release();
    }
  }

  #giveUp(fault: TryFault, attempts: number, secret: Secret): LlmError {
    const { endpoint, model } = this.#options;
    const tries = attempts > 1 ? ` (try ${attempts})` : '';
    const said = oneLine(secret.redact(fault.message)).slice(0, MAX_MESSAGE);
    return new LlmError(
      `${endpoint.origin}${endpoint.pathname}, model ${model}: ${said}${tries}`,
      fault.kind,
      {
        ...(fault.cause === undefined ? {} : { cause: fault.cause }),
        data: { status: fault.status ?? null, attempts },
      },
    );
  }
}

/** A server's words on one line, without what a terminal would obey. */
function oneLine(text: string): string {
  return text.slice(0, 1 << 16).replace(/[\p{Cc}\s]+/gu, ' ');
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
