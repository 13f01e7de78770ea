import {
  type EngineCapabilities,
  EngineError,
  type GenerateEngine,
  type GenerateRequest,
  type GenerateResult,
  isSlimeError,
} from 'slime-sdk';
import type { CallSignal } from '../client/call-signal.ts';
import { ControlClient } from '../client/control-client.ts';
import { Counter } from '../client/counter.ts';
import {
  checkSeconds,
  EngineCalls,
  type EngineClientOptions,
  readExchange,
} from '../client/engine-calls.ts';
import { HttpClient, readEngineUrl } from '../client/http-client.ts';
import { TickBudget } from '../client/tick-budget.ts';
import { transportFault, type TryFault } from '../client/try-fault.ts';
import { readCapabilities } from './capabilities.ts';
import { Liveness } from './liveness.ts';
import { readReply } from './reply.ts';
import { createGenerateBody, type GenerateBody } from './request-body.ts';
import { Workers } from './workers.ts';

/** The argument of {@link createSglangEngine}; `url` is that of a router or of one engine. */
export interface SglangEngineOptions extends EngineClientOptions {
  /** Seconds of silence after which the workers are asked whether they live; 30. */
  probeSeconds?: number;
  /** Ids of the model, padding included: a reply with another is refused. Not checked when absent. */
  vocabSize?: number;
}

/** An SGLang engine, or a router with engines behind it. */
export interface SglangEngine extends GenerateEngine {
  /**
   * Ends every generation of this client that runs now, and no other run's: each `generate` gives
   * what was sampled so far, with finish `abort` (partial rollouts). One between two tries goes on.
   *
   * @throws EngineError when a worker could not be told.
   */
  abortRunning(): Promise<void>;
  /** `requests`, `tries`, `failed`, `discarded_<cause>`, aborts and probes. */
  counts(): Record<string, number>;
  /** Ends what is running, tells the workers, and closes every connection. */
  close(): Promise<void>;
}

/**
 * A client of SGLang's native wire (`POST /generate`), over keep-alive connections.
 *
 * A try is sent again with a new request id on transport faults, 408, 429 and 5xx (5 tries, pauses
 * from 0.1 s to 5 s or what `Retry-After` asks for), and at once when the reply breaks the protocol.
 * Other statuses are final. Null log-probs are accepted as NaN on the last try only. A generation
 * that the engine aborted is a result.
 *
 * An aborted signal, the deadline and `close` end a request at once and tell the workers; `generate`
 * then throws an {@link EngineError} with `data.cause` `aborted`, `deadline` or `closed`.
 *
 * @throws ConfigError for a URL, nonce or number that cannot be used.
 */
export function createSglangEngine(options: SglangEngineOptions): SglangEngine {
  return new SglangClient(options);
}

class SglangClient implements SglangEngine {
  readonly #who: string;
  readonly #vocabSize: number | undefined;
  readonly #http: HttpClient;
  readonly #control = new ControlClient();
  readonly #counter = new Counter();
  readonly #calls: EngineCalls;
  readonly #workers: Workers;
  readonly #liveness: Liveness;
  readonly #replies = new TickBudget();
  /** Ids of the tries that run. */
  readonly #sent = new Set<string>();
  #capabilities: Promise<EngineCapabilities> | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: SglangEngineOptions) {
    const url = readEngineUrl(options.url);
    const seconds = checkSeconds('probeSeconds', options.probeSeconds ?? 30);
    this.#vocabSize = options.vocabSize;
    this.#who = `engine at ${url.origin}`;
    this.#calls = new EngineCalls(this.#who, options, this.#counter);
    this.#http = new HttpClient(url, options.concurrency);
    this.#workers = new Workers(url, this.#control, this.#counter);
    this.#liveness = new Liveness(this.#workers, this.#control, this.#counter, seconds);
  }

  async generate(
    request: GenerateRequest,
    { signal, routingKey }: { signal: AbortSignal; routingKey: string },
  ): Promise<GenerateResult> {
    // The picture path decodes and re-tokenises the prompt: the ids it read are wanted back.
    const promptIds = (request.image_data?.length ?? 0) > 0;
    const body = createGenerateBody(request, { promptIds });
    const { value, discarded } = await this.#calls.run(signal, async (one) => {
      const bytes = await this.#post(body, { ...one, routingKey });
      await this.#replies.enter(one.signal);
      return readReply(bytes, {
        request,
        rid: one.rid,
        acceptNulls: one.isLast,
        vocabSize: this.#vocabSize,
      });
    });
    if (value.logprobs.includes(Number.NaN)) this.#counter.add('accepted_null_logprobs');
    return { ...value, discarded };
  }

  async capabilities(): Promise<EngineCapabilities> {
    this.#capabilities ??= this.#readCapabilities().catch((error: unknown) => {
      // Asked again on the next call: the engine may still be starting.
      this.#capabilities = undefined;
      if (isSlimeError(error)) throw error;
      throw new EngineError(`${this.#who}: what it can do is not known`, { cause: error });
    });
    return await this.#capabilities;
  }

  async abort(rid: string): Promise<void> {
    await this.#workers.abort(rid);
  }

  async abortRunning(): Promise<void> {
    await Promise.all([...this.#sent].map((rid) => this.#workers.abort(rid)));
  }

  counts(): Record<string, number> {
    return this.#counter.all();
  }

  async close(): Promise<void> {
    this.#closed ??= this.#close();
    await this.#closed;
  }

  /** One try: the bytes of a reply of status 200. */
  async #post(
    body: GenerateBody,
    { rid, routingKey, signal }: { rid: string; routingKey: string; signal: CallSignal },
  ): Promise<Buffer> {
    const exchange = this.#http.post({
      path: '/generate',
      headers: {
        'content-type': 'application/json',
        // Keeps an episode on one worker under `consistent_hashing` and `manual`. Always sent: other
        // policies and plain engines ignore it, and the router's policy is not ours to know.
        'x-smg-routing-key': routingKey,
      },
      body: body.withRid(rid),
    });
    this.#liveness.watch(exchange);
    this.#sent.add(rid);
    try {
      return await readExchange(exchange, signal);
    } catch (error) {
      const fault = transportFault(error);
      if (exchange.activity !== null && mayStillRun(fault)) this.#workers.abortLater(rid);
      throw fault;
    } finally {
      this.#liveness.unwatch(exchange);
      this.#sent.delete(rid);
    }
  }

  async #readCapabilities(): Promise<EngineCapabilities> {
    return await readCapabilities(this.#workers, this.#control, async (request, signal) => {
      const body = createGenerateBody(request, { promptIds: true });
      const { value } = await this.#calls.run(signal, async (one): Promise<unknown> => {
        const bytes = await this.#post(body, { ...one, routingKey: one.rid });
        return JSON.parse(bytes.toString('utf8'));
      });
      return value;
    });
  }

  async #close(): Promise<void> {
    try {
      // What this ends has told the workers when it has settled.
      await this.#calls.close();
    } finally {
      this.#liveness.close();
      await this.#workers.settled();
      await Promise.all([this.#http.close(), this.#control.close()]);
    }
  }
}

/** No reply came, or one that speaks for a server in between. */
function mayStillRun({ status }: TryFault): boolean {
  return status === undefined || status === 408 || status === 504;
}
