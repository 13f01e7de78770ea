import {
  type EngineCapabilities,
  EngineError,
  type Encoder,
  type Finish,
  type GenerateEngine,
  type GenerateRequest,
  type GenerateResult,
  isSlimeError,
} from 'slime-sdk';
import { ControlClient } from '../client/control-client.ts';
import { Counter } from '../client/counter.ts';
import { EngineCalls, type EngineClientOptions, readExchange } from '../client/engine-calls.ts';
import { basePath, HttpClient, readEngineUrl } from '../client/http-client.ts';
import { type ChatReply, readChatReply } from './chat-reply.ts';
import { chatBody } from './chat-request.ts';

/** Bounds the question for the endpoint's models. */
const QUICK_MS = 10_000;

/** The argument of {@link createOpenAiEngine}; `url` ends in `/v1`, which may be left out. */
export interface OpenAiEngineOptions extends EngineClientOptions {
  encoder: Encoder;
  /** The first that `/models` lists, when absent. */
  model?: string;
  /** The environment's `OPENAI_API_KEY`, when absent. Never written anywhere but into requests. */
  apiKey?: string;
}

/** A chat endpoint. */
export interface OpenAiEngine extends GenerateEngine {
  /** `requests`, `tries`, `failed` and `discarded_<cause>`. */
  counts(): Record<string, number>;
  /** Ends what is running and closes every connection. */
  close(): Promise<void>;
}

/**
 * A client of any OpenAI-compatible chat endpoint, for trying an environment out.
 *
 * It takes the conversation of a request (`messages`, `tools`), not its ids, and gives the encoded
 * text of the reply with log-probs of 0: its samples are **not trainable**, and its capabilities say
 * so. `promptTokens` is the length of the ids, which the endpoint never saw. Retries, deadline and
 * errors are those of the SGLang client. `abort` does nothing: such endpoints know no request ids.
 *
 * @throws ConfigError for a URL, nonce or number that cannot be used.
 */
export function createOpenAiEngine(options: OpenAiEngineOptions): OpenAiEngine {
  return new OpenAiClient(options);
}

class OpenAiClient implements OpenAiEngine {
  readonly #who: string;
  readonly #url: URL;
  readonly #encoder: Encoder;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #http: HttpClient;
  readonly #control = new ControlClient();
  readonly #counter = new Counter();
  readonly #calls: EngineCalls;
  #model: Promise<string> | undefined;

  constructor(options: OpenAiEngineOptions) {
    this.#url = readEngineUrl(options.url);
    if (basePath(this.#url) === '') this.#url.pathname = '/v1';
    this.#who = `chat endpoint at ${this.#url.origin}`;
    this.#encoder = options.encoder;
    const apiKey = options.apiKey ?? process.env['OPENAI_API_KEY'] ?? '';
    this.#headers = apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };
    this.#calls = new EngineCalls(this.#who, options, this.#counter);
    this.#http = new HttpClient(this.#url, options.concurrency);
    this.#model = options.model === undefined ? undefined : Promise.resolve(options.model);
  }

  capabilities(): Promise<EngineCapabilities> {
    return Promise.resolve({
      contextLength: null,
      maxInput: null,
      eosIds: [],
      topP: false,
      routedExperts: false,
      promptIds: false,
      base64: false,
      trainable: false,
    });
  }

  async generate(
    request: GenerateRequest,
    { signal }: { signal: AbortSignal; routingKey: string },
  ): Promise<GenerateResult> {
    const body = chatBody(request, await this.#findModel());
    const { value, rid, discarded } = await this.#calls.run(signal, async (one) => {
      const exchange = this.#http.post({
        path: '/chat/completions',
        headers: { 'content-type': 'application/json', ...this.#headers },
        body: [body],
      });
      const reply = readChatReply(await readExchange(exchange, one.signal));
      // Within the call, so that none gives a result after `close`.
      return { reply, ...(await this.#encode(reply, request.sampling_params.max_new_tokens)) };
    });
    const { reply, ids, finish } = value;
    return {
      rid,
      ids,
      logprobs: new Float64Array(ids.length),
      finish,
      text: reply.text,
      weightVersion: 'unknown',
      promptTokens: request.input_ids.length,
      cachedTokens: reply.cachedTokens,
      discarded,
    };
  }

  abort(): Promise<void> {
    return Promise.resolve();
  }

  counts(): Record<string, number> {
    return this.#counter.all();
  }

  async close(): Promise<void> {
    await this.#calls.close();
    await Promise.all([this.#http.close(), this.#control.close()]);
  }

  /**
   * Ids of a reply, with a stop id where it ended by itself. Another tokenizer counts otherwise than
   * the endpoint's: what is beyond the limit is cut, and the reply then ends by length.
   */
  async #encode(
    { text, ending }: ChatReply,
    limit = Infinity,
  ): Promise<{ ids: Int32Array; finish: Finish }> {
    const said = await this.#encoder.encodeText(text, { specials: false });
    const [stopId] = this.#encoder.stopIds;
    const stop = ending === 'stop' && stopId !== undefined ? [stopId] : [];
    const ids = Int32Array.from([...said, ...stop]);
    if (ids.length > limit || ending === 'length') {
      const cut = ids.subarray(0, limit);
      return { ids: cut, finish: { type: 'length', length: cut.length } };
    }
    if (ending === 'stop') return { ids, finish: { type: 'stop', matched: stopId ?? null } };
    return { ids, finish: { type: 'abort', message: ending } };
  }

  async #findModel(): Promise<string> {
    this.#model ??= this.#askModel().catch((error: unknown) => {
      this.#model = undefined;
      if (isSlimeError(error)) throw error;
      throw new EngineError(
        `${this.#who}: its models cannot be asked for (${String(error)}); see that it runs`,
        { cause: error },
      );
    });
    return await this.#model;
  }

  async #askModel(): Promise<string> {
    const route = `${this.#url.origin}${basePath(this.#url)}/models`;
    const { status, json } = await this.#control.send(route, {
      headers: this.#headers,
      timeoutMs: QUICK_MS,
    });
    const id = firstModel(json);
    if (status === 200 && id !== undefined) return id;
    throw new EngineError(`${route}: HTTP ${status}, expected a list of models; name one`);
  }
}

function firstModel(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('data' in body)) return undefined;
  const first: unknown = Array.isArray(body.data) ? body.data[0] : undefined;
  if (typeof first !== 'object' || first === null || !('id' in first)) return undefined;
  return typeof first.id === 'string' ? first.id : undefined;
}
