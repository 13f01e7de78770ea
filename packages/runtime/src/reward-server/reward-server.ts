import { createHash } from 'node:crypto';
import {
  createSample,
  type Logger,
  type RewardValue,
  type RewardView,
  type RolloutArgs,
  type Sample,
} from 'slime-sdk';
import { escapeText } from '../observe/escape-text.ts';
import { CallScope } from '../plugins/call-scope.ts';
import type { HostedReward } from '../plugins/plugin-host.ts';
import { viewOfResponse } from '../rollout/response-view.ts';
import { rewardShapeFault } from '../rollout/reward-shape.ts';
import { rewardSeed } from '../rollout/seeds.ts';
import type { HttpExchange } from '../server/http-exchange.ts';
import { type Handler, startHttpServer } from '../server/http-server.ts';
import { CallQueue } from './call-queue.ts';
import { readRewardRequest } from './read-reward-request.ts';
import { faultOf, RequestFault } from './request-fault.ts';
import { type RewardServerStats, ServerMetrics } from './server-metrics.ts';
import { carriesToken } from './token-access.ts';

/** How a reward is served. */
export interface RewardServerOptions {
  reward: Pick<HostedReward, 'mode' | 'score'>;
  args: RolloutArgs;
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** What requests must carry; only loopback may do without. */
  token: string | undefined;
  /** Calls of the reward at a time. */
  concurrency: number;
  /** Requests that may wait for a call, beyond those that are being graded. */
  maxQueue: number;
  /** Samples of a call at most, for a reward of mode `group`. */
  batchSize: number;
  batchWaitMs: number;
  maxBodyBytes: number;
  /** From the first byte of a request to its reply. */
  requestSeconds: number;
  /** In which a request must have arrived. Default 30,000. */
  receiveMs?: number;
  log: Logger;
}

/** A reward that is served. */
export interface RewardServer {
  readonly url: string;
  readonly stats: () => RewardServerStats;
  /** Takes no more requests, and waits until those under way have their replies. */
  readonly drain: () => Promise<void>;
  /** Closes every connection; what is under way is given up. Gives how many requests that were. */
  readonly close: () => Promise<number>;
}

type Item = { sample: Sample; view: Omit<RewardView, 'signal'> };

const REFUSAL =
  'send the token as "Authorization: Bearer TOKEN", or in the URL: http://slime:TOKEN@host:port/';

const RECEIVE_MS = 30_000;
/** Seconds after which a full queue, or another server, is worth a try. */
const RETRY_SECONDS = 1;
/** Bodies of requests under way together, as multiples of the largest one. */
const BODIES_HELD = 16;
/** Failures that are told one by one; of more, `/metrics` tells. */
const TOLD_FAILURES = 100;
const TOLD_CHARACTERS = 500;

class RewardService {
  readonly #options: RewardServerOptions;
  readonly #metrics = new ServerMetrics();
  readonly #queue: CallQueue<Item, RewardValue>;
  readonly #mostInFlight: number;
  #heldBytes = 0;
  #told = 0;
  #isStopping = false;

  constructor(options: RewardServerOptions) {
    this.#options = options;
    const { reward, concurrency, maxQueue, batchWaitMs } = options;
    const batchSize = reward.mode === 'group' ? options.batchSize : 1;
    this.#mostInFlight = concurrency * batchSize + maxQueue;
    this.#queue = new CallQueue<Item, RewardValue>({
      run: (items, signal) => this.#score(items, signal),
      concurrency,
      batchSize,
      batchWaitMs,
    });
  }

  get metrics(): ServerMetrics {
    return this.#metrics;
  }

  routes(): ReadonlyMap<string, Handler> {
    return new Map<string, Handler>([
      ['POST /', (exchange) => this.#reward(exchange)],
      ['GET /healthz', (exchange) => this.#health(exchange)],
      ['GET /metrics', (exchange) => this.#print(exchange)],
    ]);
  }

  stop(): void {
    this.#isStopping = true;
  }

  isAllowed(exchange: HttpExchange, token: string): boolean {
    if (exchange.path === '/healthz' || carriesToken(exchange, token)) return true;
    this.#metrics.failed('unauthorized', 0);
    return false;
  }

  async #health(exchange: HttpExchange): Promise<void> {
    exchange.sendJson(
      this.#isStopping ? 503 : 200,
      `{"status":"${this.#isStopping ? 'stopping' : 'ok'}"}`,
    );
  }

  async #print(exchange: HttpExchange): Promise<void> {
    exchange.send(
      200,
      this.#metrics.print(this.#queue.waiting),
      'text/plain; version=0.0.4; charset=utf-8',
    );
  }

  async #reward(exchange: HttpExchange): Promise<void> {
    const started = performance.now();
    const { requestSeconds, maxBodyBytes } = this.#options;
    const seconds = (): number => (performance.now() - started) / 1000;
    const scope = new CallScope(exchange.signal);
    scope.abortAfter(
      requestSeconds * 1000,
      () => new RequestFault('deadline', `no reward within ${requestSeconds} s`),
    );
    const held = Math.min(exchange.announcedBytes ?? maxBodyBytes, maxBodyBytes);
    this.#metrics.inFlight += 1;
    this.#heldBytes += held;
    try {
      this.#admit();
      const reward = await this.#grade(exchange, scope.signal);
      this.#metrics.rewarded(seconds());
      exchange.sendJson(200, JSON.stringify(reward));
    } catch (error) {
      const fault = faultOf(error);
      this.#metrics.failed(fault.kind, seconds());
      if (fault.kind === 'internal') this.#options.log.error(`internal error: ${String(error)}`);
      this.#refuse(exchange, fault);
    } finally {
      scope.end();
      this.#heldBytes -= held;
      this.#metrics.inFlight -= 1;
    }
  }

  /** @throws RequestFault when there is no room; the request itself is counted already. */
  #admit(): void {
    if (this.#isStopping) {
      throw new RequestFault('stopping', 'the server is being stopped', RETRY_SECONDS);
    }
    const { maxBodyBytes } = this.#options;
    const isFull =
      this.#metrics.inFlight > this.#mostInFlight || this.#heldBytes > BODIES_HELD * maxBodyBytes;
    if (isFull) throw new RequestFault('queue_full', 'too many requests wait', RETRY_SECONDS);
  }

  async #grade(exchange: HttpExchange, signal: AbortSignal): Promise<RewardValue> {
    const { args } = this.#options;
    const encoding = exchange.header('content-encoding') ?? 'identity';
    if (encoding !== 'identity') {
      throw new RequestFault('bad_request', `content-encoding ${encoding}: send it plain`);
    }
    const body = await exchange.body(signal);
    const request = readRewardRequest(body);
    const sample = createSample({ ...request, status: 'completed' });
    const view = viewOfResponse(request.response, args, seedOf(body, args));
    const reward = await this.#queue.submit({ sample, view }, signal);
    const fault = rewardShapeFault(reward, args.reward_key);
    if (fault !== null) throw new RequestFault('reward_failed', fault);
    return reward;
  }

  async #score(items: Item[], signal: AbortSignal): Promise<RewardValue[]> {
    const { reward, args } = this.#options;
    const started = performance.now();
    try {
      return await reward.score({
        args,
        samples: items.map(({ sample }) => sample),
        views: items.map(({ view }) => view),
        signal,
      });
    } finally {
      this.#metrics.called(items.length, (performance.now() - started) / 1000);
    }
  }

  #refuse(exchange: HttpExchange, fault: RequestFault): void {
    this.#tell(fault);
    if (exchange.signal.aborted) return;
    const { retryAfterSeconds: retry } = fault;
    // A body that is still on its way shall not hold the connection for longer.
    if (fault.kind === 'deadline') exchange.reply.shouldKeepAlive = false;
    exchange.sendJson(
      fault.status,
      fault.body,
      retry === null ? {} : { 'retry-after': String(retry) },
    );
  }

  /** The first failures of the reward, on one line each whatever it threw. */
  #tell(fault: RequestFault): void {
    if (fault.kind !== 'reward_failed' && fault.kind !== 'deadline') return;
    this.#told += 1;
    if (this.#told > TOLD_FAILURES) return;
    this.#options.log.warn(`${fault.kind}: ${escapeText(fault.message.slice(0, TOLD_CHARACTERS))}`);
    if (this.#told === TOLD_FAILURES) {
      this.#options.log.warn('further failures are counted by /metrics and not told here');
    }
  }
}

/** The same request has the same seed, whenever it comes and however often. */
function seedOf(body: Buffer, args: RolloutArgs): number {
  const digest = createHash('sha256').update(body).digest();
  return rewardSeed(args.rollout_seed, digest.readUInt32LE(0));
}

/**
 * Serves a reward to slime's `--rm-type remote_rm`: `POST /` with `{ prompt, response, label }` is
 * answered with the reward, `GET /healthz` and `GET /metrics` say how it goes. A failure is a 4xx or
 * 5xx with `{"error":{"type","message"}}`, never a reward.
 *
 * @throws ConfigError for an unknown parser, a port in use, or a host that others reach without a
 *   token.
 */
export async function startRewardServer(options: RewardServerOptions): Promise<RewardServer> {
  const { host, token, args } = options;
  viewOfResponse('', args, 0);
  const service = new RewardService(options);
  const server = await startHttpServer({
    name: 'serve-rm',
    host,
    port: options.port,
    isAllowed: token === undefined ? undefined : (exchange) => service.isAllowed(exchange, token),
    accessFlag: '--token-env NAME',
    refusal: new RequestFault('unauthorized', REFUSAL).body,
    maxBodyBytes: options.maxBodyBytes,
    receiveMs: options.receiveMs ?? RECEIVE_MS,
    routes: service.routes(),
    onError: (message) => options.log.error(message),
  });
  return {
    url: server.url,
    stats: () => service.metrics.stats(),
    drain: async () => {
      service.stop();
      await server.drain();
    },
    close: async () => {
      service.stop();
      const { inFlight } = service.metrics;
      await server.close();
      return inFlight;
    },
  };
}
