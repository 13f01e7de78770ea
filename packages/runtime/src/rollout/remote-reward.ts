import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError, GraderError, type RewardValue, type Sample } from 'slime-sdk';
import { Agent, errors } from 'undici';
import { z } from 'zod';
import { isPassing, messageOf, readRetryAfter } from '../engine/client/http-status.ts';
import { redactText } from '../observe/redact.ts';
import { CallScope } from '../plugins/call-scope.ts';
import { onAbort } from '../on-abort.ts';
import { parseJson } from './data/parse-json.ts';
import { Slots } from './slots.ts';

// slime's own (slime/rollout/rm_hub).
const TRIES = 10;
const TRY_MS = 120_000;
const CONNECTIONS = 64;
const MAX_REPLY_BYTES = 1 << 20;

/** Waits between two tries; rejects when the signal fires. */
type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/** How {@link RemoteReward} is bounded. */
export interface RemoteRewardOptions {
  /** For one reward, all tries and the pauses between them together: `--reward-timeout`. */
  seconds: number;
  pause?: Pause;
}

type Outcome =
  | { text: string }
  | { fault: string; isFinal: boolean; retryAfterMs?: number | undefined; cause?: unknown };

/**
 * slime's `--rm-type remote_rm`: `POST {--rm-url}` with `{ prompt, response, label }`, at most ten
 * tries of 120 s each, 64 rewards at a time, user and password of the URL sent as Basic authorization
 * (slime/rollout/rm_hub). All tries of a reward have `seconds` together.
 *
 * The reply is a number, or an object whose numbers are kept. Connection failures, timeouts, 408
 * (the request did not get there in time: nothing has been graded), 429 and 5xx are tried again,
 * after what `Retry-After` asks for, 30 s at most; other statuses are final, where slime repeats
 * them too. No redirect is followed, as slime's client does: most would ask again without the sample,
 * and what another page says is no reward.
 */
export class RemoteReward {
  readonly #url: URL;
  /** Without its secrets. */
  readonly #name: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #seconds: number;
  readonly #pause: Pause;
  readonly #slots = new Slots(CONNECTIONS);
  readonly #agent = new Agent({ connections: CONNECTIONS, maxResponseSize: MAX_REPLY_BYTES });

  /** @throws ConfigError without an http(s) URL. */
  constructor(url: string | null, options: RemoteRewardOptions) {
    if (url === null)
      throw new ConfigError('--rm-type remote_rm needs --rm-url http://host:port/path');
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw new ConfigError(`--rm-url ${redactText(url)}: not a URL; write http://host:port/path`);
    }
    this.#url = new URL(url);
    const { origin, pathname, search } = this.#url;
    this.#name = `remote_rm ${origin}${pathname}${search === '' ? '' : '?…'}`;
    this.#headers = { 'content-type': 'application/json', ...authorization(this.#url) };
    this.#seconds = options.seconds;
    this.#pause = options.pause ?? ((ms, signal) => delay(ms, undefined, { signal }));
  }

  /** @throws GraderError when the service gives no reward in time; the signal's reason. */
  async grade(
    { prompt, response, label }: Pick<Sample, 'prompt' | 'response' | 'label'>,
    signal: AbortSignal,
  ): Promise<RewardValue> {
    await this.#takeSlot(signal);
    const scope = new CallScope(signal);
    const faults: string[] = [];
    scope.abortAfter(this.#seconds * 1000, () => {
      const last = faults.at(-1);
      const after = last === undefined ? '' : `, after ${faults.length} failed tries: ${last}`;
      return this.#failure(`no reward within the ${this.#seconds} s of --reward-timeout${after}`);
    });
    try {
      const body = JSON.stringify({ prompt, response, label });
      return await this.#untilGraded(body, scope.signal, faults);
    } finally {
      scope.end();
      this.#slots.release();
    }
  }

  async #takeSlot(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const slot = this.#slots.acquire();
    await new Promise<void>((resolve, reject) => {
      const letGo = onAbort(signal, () => {
        // The slot comes all the same, for nobody.
        void slot.then(() => this.#slots.release());
        reject(signal.reason);
      });
      slot.then(letGo).then(resolve, reject);
    });
  }

  async #untilGraded(body: string, signal: AbortSignal, faults: string[]): Promise<RewardValue> {
    for (;;) {
      const outcome = await this.#try(body, signal);
      if ('text' in outcome) return this.#readReply(outcome.text);
      faults.push(outcome.fault);
      if (outcome.isFinal || faults.length >= TRIES) {
        throw this.#failure(`${outcome.fault} (try ${faults.length}); check the service`, outcome);
      }
      try {
        await this.#pause(pauseMs(faults.length - 1, outcome.retryAfterMs), signal);
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      }
    }
  }

  async #try(body: string, signal: AbortSignal): Promise<Outcome> {
    const scope = new CallScope(signal);
    scope.abortAfter(TRY_MS, () => new Error(`no reply in ${TRY_MS / 1000} s`));
    try {
      const reply = await this.#agent.request({
        origin: this.#url.origin,
        path: this.#url.pathname + this.#url.search,
        method: 'POST',
        headers: this.#headers,
        body,
        signal: scope.signal,
        // A try is bounded as a whole.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const text = await reply.body.text();
      const status = reply.statusCode;
      if (status >= 200 && status < 300) return { text };
      const { 'retry-after': retryAfter, location } = reply.headers;
      const isRedirect = status >= 300 && status < 400 && location !== undefined;
      const said = isRedirect ? redirectTo(String(location)) : wordsOf(text);
      return {
        fault: `HTTP ${status}: ${said}`,
        isFinal: !isPassing(status),
        retryAfterMs: readRetryAfter(typeof retryAfter === 'string' ? retryAfter : undefined),
      };
    } catch (cause) {
      signal.throwIfAborted();
      return { fault: faultOf(cause), isFinal: isOurs(cause), cause };
    } finally {
      scope.end();
    }
  }

  #readReply(text: string): RewardValue {
    const reply = replySchema.safeParse(parseReply(text));
    if (reply.success) return reply.data;
    throw this.#failure(
      'the reply must be a finite number or an object with one, ' +
        `not ${text === '' ? 'empty' : text.slice(0, 200)}`,
    );
  }

  #failure(reason: string, { cause }: { cause?: unknown } = {}): GraderError {
    return new GraderError(`${this.#name}: ${reason}`, cause === undefined ? {} : { cause });
  }

  /** Closes every connection; what is still running fails. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

const redirectTo = (location: string): string =>
  `a redirect to ${redactText(location).slice(0, 200)}, which is not followed; give the final address as --rm-url`;

/** What a service says of a failure. */
function wordsOf(text: string): string {
  const parsed = parseJson(text);
  const said = (parsed.ok ? messageOf(parsed.value) : undefined) ?? text;
  return said.slice(0, 200);
}

/** A number that a 32-bit float, which the trainer computes in, holds as a finite one. */
const numberSchema = z.number().refine((value) => Number.isFinite(Math.fround(value)));

/** What stands beside the numbers, such as dapo's `pred`, is left out. */
const recordSchema = z.record(z.string(), z.unknown()).transform((record, context) => {
  const numbers = Object.entries(record).filter(([, item]) => typeof item === 'number');
  const read = z.record(z.string(), numberSchema).safeParse(Object.fromEntries(numbers));
  if (read.success && numbers.length > 0) return read.data;
  context.addIssue('no finite number');
  return z.NEVER;
});

const replySchema = z.union([numberSchema, recordSchema]);

function parseReply(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Undefined is no reply, and the message shows the text.
    return undefined;
  }
}

/** slime's pauses, with its jitter, unless the service asks for another. */
function pauseMs(failed: number, retryAfterMs: number | undefined): number {
  return (retryAfterMs ?? Math.min(2 ** failed, 30) * 1000) + Math.random() * 1000;
}

function faultOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return cause instanceof errors.ResponseExceededMaxSizeError
    ? `the reply is larger than ${MAX_REPLY_BYTES} bytes`
    : message;
}

/** A request that cannot be sent and a reply that is too large will be so again. */
function isOurs(cause: unknown): boolean {
  return (
    cause instanceof errors.ResponseExceededMaxSizeError ||
    cause instanceof errors.InvalidArgumentError
  );
}

/** As aiohttp sends what stands before the `@` of a URL. */
function authorization({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  try {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
  } catch (cause) {
    throw new ConfigError(
      '--rm-url: user and password before the @ are not percent-encoded; write %25 for a %',
      { cause },
    );
  }
}
