import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError, GraderError, type RewardValue, type Sample } from 'slime-sdk';
import { Agent } from 'undici';
import { isPassing, messageOf } from '../engine/client/http-status.ts';
import { parseJson } from './data/parse-json.ts';

const TRIES = 10;
const TRY_MS = 120_000;
const CONNECTIONS = 64;
const MAX_REPLY_BYTES = 1 << 20;

/** How long to wait after the n-th failed try, counted from 0; slime's, with its jitter. */
function backoff(failed: number, signal: AbortSignal): Promise<void> {
  const seconds = Math.min(2 ** failed, 30) + Math.random();
  return delay(seconds * 1000, undefined, { signal });
}

/**
 * slime's `--rm-type remote_rm`: `POST {--rm-url}` with `{ prompt, response, label }`, at most ten
 * tries of 120 s, 64 connections (slime/rollout/rm_hub).
 *
 * The reply is a number, or an object whose numbers are kept. Connection failures, timeouts, 408,
 * 429 and 5xx are tried again; other statuses are final, where slime repeats them too.
 */
export class RemoteReward {
  readonly #url: URL;
  readonly #wait: typeof backoff;
  readonly #agent = new Agent({
    connections: CONNECTIONS,
    headersTimeout: TRY_MS,
    bodyTimeout: TRY_MS,
    maxResponseSize: MAX_REPLY_BYTES,
  });

  /** @throws ConfigError without an http(s) URL. */
  constructor(url: string | null, wait: typeof backoff = backoff) {
    if (url === null)
      throw new ConfigError('--rm-type remote_rm needs --rm-url http://host:port/path');
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw new ConfigError(`--rm-url ${url}: not a URL; write http://host:port/path`);
    }
    this.#url = new URL(url);
    this.#wait = wait;
  }

  /** @throws GraderError when the service gives no reward. */
  async grade(
    { prompt, response, label }: Pick<Sample, 'prompt' | 'response' | 'label'>,
    signal: AbortSignal,
  ): Promise<RewardValue> {
    const body = JSON.stringify({ prompt, response, label });
    for (let failed = 0; ; failed += 1) {
      const outcome = await this.#try(body, signal);
      if (!('fault' in outcome)) return readReply(outcome.text, this.#url);
      if (outcome.final || failed + 1 >= TRIES) {
        throw new GraderError(
          `remote_rm ${this.#url.href}: ${outcome.fault} (try ${failed + 1}); check the service`,
          { cause: outcome.cause },
        );
      }
      await this.#wait(failed, signal);
    }
  }

  async #try(
    body: string,
    signal: AbortSignal,
  ): Promise<{ text: string } | { fault: string; final: boolean; cause?: unknown }> {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)]);
    try {
      const reply = await this.#agent.request({
        origin: this.#url.origin,
        path: this.#url.pathname + this.#url.search,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: bounded,
      });
      const text = await reply.body.text();
      const status = reply.statusCode;
      if (status >= 200 && status < 300) return { text };
      const parsed = parseJson(text);
      const said = (parsed.ok ? messageOf(parsed.value) : undefined) ?? text;
      return { fault: `HTTP ${status}: ${said.slice(0, 200)}`, final: !isPassing(status) };
    } catch (cause) {
      signal.throwIfAborted();
      const message = cause instanceof Error ? cause.message : String(cause);
      return { fault: message, final: false, cause };
    }
  }

  /** Closes every connection; what is still running fails. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

function readReply(text: string, url: URL): RewardValue {
  const parsed = parseJson(text);
  const value = parsed.ok ? parsed.value : undefined;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const numbers = Object.entries(value).flatMap(([key, item]) =>
      typeof item === 'number' && Number.isFinite(item) ? [[key, item] as const] : [],
    );
    if (numbers.length > 0) return Object.fromEntries(numbers);
  }
  throw new GraderError(
    `remote_rm ${url.href}: the reply must be a finite number or an object with one, ` +
      `not ${text.slice(0, 200)}`,
  );
}
