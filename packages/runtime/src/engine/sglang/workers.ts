import { EngineError } from 'slime-sdk';
import type { ControlClient } from '../client/control-client.ts';
import type { Counter } from '../client/counter.ts';
import { basePath } from '../client/http-client.ts';

/** Bounds every request to a worker: an engine's control routes answer at once or not at all. */
const TIMEOUT_MS = 5000;

/** How long a list of workers is used again: aborts come in crowds. */
const FRESH_MS = 2000;

/** The engines behind a URL. */
export interface WorkerList {
  /** Base URLs without a trailing slash. */
  urls: readonly string[];
  /** A router stands in front. */
  routed: boolean;
}

/**
 * Engines behind a router, by its `GET /workers`; a plain engine, which has no such route, is its
 * own only worker. The router has none of the engine's control routes: they go to the workers.
 */
export class Workers {
  /** The engine's own URL, without a trailing slash. */
  readonly base: string;
  readonly #control: ControlClient;
  readonly #counter: Counter;
  readonly #aborts = new Set<Promise<void>>();
  #list: { at: number; workers: Promise<WorkerList> } | undefined;

  constructor(url: URL, control: ControlClient, counter: Counter) {
    this.base = url.origin + basePath(url);
    this.#control = control;
    this.#counter = counter;
  }

  /**
   * Workers as of now.
   *
   * @throws EngineError when the URL does not answer or its answer is no list.
   */
  list(): Promise<WorkerList> {
    const now = performance.now();
    if (this.#list !== undefined && now - this.#list.at < FRESH_MS) return this.#list.workers;
    const workers = this.#fetch();
    this.#list = { at: now, workers };
    workers.catch(() => {
      this.#list = undefined;
    });
    return workers;
  }

  /**
   * Ends the requests whose id starts with `rid`: each answers with what it has sampled and finish
   * `abort`. Ids that nobody runs are ignored.
   *
   * @throws EngineError when a worker could not be told.
   */
  async abort(rid: string): Promise<void> {
    const { urls } = await this.list();
    const told = await Promise.allSettled(urls.map((url) => this.#abortAt(url, rid)));
    const failed = told.find((result) => result.status === 'rejected');
    this.#counter.add(failed === undefined ? 'aborts' : 'aborts_failed');
    if (failed !== undefined) {
      throw new EngineError(`abort of ${rid}: a worker could not be told`, {
        cause: failed.reason,
        data: { rid },
      });
    }
  }

  /** {@link abort} in the background; what fails is counted, for nobody waits for it. */
  abortLater(rid: string): void {
    const abort = this.abort(rid).catch(() => {
      this.#counter.add('background_aborts_failed');
    });
    this.#aborts.add(abort);
    void abort.then(() => this.#aborts.delete(abort));
  }

  /** Waits for the aborts under way: each is bounded. */
  async settled(): Promise<void> {
    await Promise.all(this.#aborts);
  }

  async #abortAt(url: string, rid: string): Promise<void> {
    const request = { body: { rid }, timeoutMs: TIMEOUT_MS };
    const { status } = await this.#control.send(`${url}/abort_request`, request);
    if (status !== 200) throw new EngineError(`${url}/abort_request: HTTP ${status}`);
  }

  async #fetch(): Promise<WorkerList> {
    const route = `${this.base}/workers`;
    const reply = await this.#control.send(route, { timeoutMs: TIMEOUT_MS }).catch((error) => {
      throw new EngineError(
        `${route}: no answer; is the router up there, and the address that of --sglang-router-ip ` +
          'and --sglang-router-port?',
        { cause: error },
      );
    });
    if (reply.status === 404 || reply.status === 405) return { urls: [this.base], routed: false };
    const urls = readUrls(reply.json);
    if (reply.status !== 200 || urls === undefined) {
      throw new EngineError(`${route}: HTTP ${reply.status}, expected a list of workers`);
    }
    // An engine that lists itself has no router in front.
    return { urls, routed: urls.length !== 1 || urls[0] !== this.base };
  }
}

/** Each engine once: a data-parallel rank adds `@rank` to the URL of one it shares with others. */
function readUrls(body: unknown): string[] | undefined {
  if (typeof body !== 'object' || body === null || !('workers' in body)) return undefined;
  if (!Array.isArray(body.workers)) return undefined;
  const workers: readonly unknown[] = body.workers;
  const urls = workers.flatMap((worker) =>
    typeof worker === 'object' &&
    worker !== null &&
    'url' in worker &&
    typeof worker.url === 'string' &&
    URL.canParse(worker.url)
      ? [worker.url.replace(/@\d+$/, '').replace(/\/+$/, '')]
      : [],
  );
  return [...new Set(urls)];
}
