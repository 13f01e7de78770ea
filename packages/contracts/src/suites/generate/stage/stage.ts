import { setImmediate as nextTick } from 'node:timers/promises';
import {
  type AdmittedRequest,
  type ArrivedRequest,
  createSglangEngine,
  type EmbeddedEngine,
  type EngineTap,
  type SglangEngine,
  startEmbeddedEngine,
} from 'slime-runtime';
import type { EngineCapabilities, Encoder, RolloutArgs } from 'slime-sdk';
import { type EpisodeScript, LiveEpisode, VERSION } from './live-episode.ts';
import { ReplyWriter } from './reply-plan.ts';
import type { WireRequest } from './wire.ts';

/** Tokens that the engine takes, prompt and response together. */
const CONTEXT_LENGTH = 2 ** 18;

/** A request over loopback is read in the next turn but one. */
const EVENT_LOOP_TURNS = 3;

/** Experts of a layer for each one that a token takes. */
const EXPERTS_PER_CHOICE = 16;

/** An episode on the stage, with its own client of the engine. */
export interface Lane {
  live: LiveEpisode;
  engine: SglangEngine;
  /** Requests that the client had sent before. */
  sent: number;
}

/**
 * An embedded engine over HTTP that plays each episode's script: the adversary of the suite. One
 * address serves all episodes, as a router does in a run.
 */
export class Stage {
  readonly host: string;
  readonly port: number;
  readonly encoder: Encoder;
  readonly capabilities: EngineCapabilities;
  readonly #server: EmbeddedEngine;
  readonly #registry: Registry;

  private constructor(
    server: EmbeddedEngine,
    encoder: Encoder,
    capabilities: EngineCapabilities,
    registry: Registry,
  ) {
    this.host = server.host;
    this.port = server.port;
    this.encoder = encoder;
    this.capabilities = capabilities;
    this.#server = server;
    this.#registry = registry;
  }

  /** Starts an engine; close it. */
  static async open(encoder: Encoder, args: RolloutArgs): Promise<Stage> {
    const registry = new Registry(new ReplyWriter(encoder));
    const { num_layers: layers, moe_router_topk: topK } = args;
    const isMixture = args.use_rollout_routing_replay && layers !== null && topK !== null;
    const server = await startEmbeddedEngine({
      encoder,
      policy: ({ input_ids, sampling_params: { stop } }) =>
        registry.answer(input_ids, Array.isArray(stop) ? stop.find(isText) : undefined),
      tap: registry,
      contextLength: CONTEXT_LENGTH,
      weightVersion: VERSION,
      ...(isMixture ? { routedExperts: { layers, topK, experts: EXPERTS_PER_CHOICE * topK } } : {}),
    });
    registry.url = server.url;
    const capabilities = await registry.client(0).capabilities();
    return new Stage(server, encoder, capabilities, registry);
  }

  /** Puts an episode on the stage; {@link leave} takes it off. */
  enter(script: EpisodeScript, sessionId: string): Lane {
    return this.#registry.enter(script, sessionId);
  }

  leave(lane: Lane): void {
    this.#registry.leave(lane);
  }

  /** Refuses what an episode still sends, and waits until what is under way has arrived. */
  async settle({ live }: Lane): Promise<void> {
    live.end();
    for (let turns = 0; turns < EVENT_LOOP_TURNS; turns += 1) await nextTick();
  }

  async close(): Promise<void> {
    await this.#registry.close();
    await this.#server.close();
  }
}

/** Episodes on a stage, and whose a request is. */
class Registry implements EngineTap {
  url = '';
  readonly #writer: ReplyWriter;
  readonly #clients: SglangEngine[] = [];
  /** By number of the lane; its client's request ids begin with it. */
  readonly #lanes: (Lane | undefined)[] = [];
  readonly #sessions = new Map<string, Lane>();
  readonly #requests = new Map<number, { live: LiveEpisode; request: WireRequest }>();
  /** The policy is given the very array that the request was decided with. */
  readonly #prompts = new WeakMap<readonly number[], LiveEpisode>();

  constructor(writer: ReplyWriter) {
    this.#writer = writer;
  }

  /** The client of a lane. It gives up early: the engine is in this process. */
  client(lane: number): SglangEngine {
    return (this.#clients[lane] ??= createSglangEngine({
      url: this.url,
      nonce: laneName(lane),
      concurrency: 64,
      backoffSeconds: 0.001,
      maxTries: 3,
    }));
  }

  enter(script: EpisodeScript, sessionId: string): Lane {
    const free = this.#lanes.indexOf(undefined);
    const at = free < 0 ? this.#lanes.length : free;
    const engine = this.client(at);
    const sent = engine.counts()['tries'] ?? 0;
    const lane = { live: new LiveEpisode(script, this.#writer), engine, sent };
    this.#lanes[at] = lane;
    this.#sessions.set(sessionId, lane);
    return lane;
  }

  leave(lane: Lane): void {
    lane.live.end();
    this.#lanes[this.#lanes.indexOf(lane)] = undefined;
    for (const [session, item] of this.#sessions) {
      if (item === lane) this.#sessions.delete(session);
    }
    for (const [number, { live }] of this.#requests) {
      if (live === lane.live) this.#requests.delete(number);
    }
  }

  onArrived({ number, headers, body: text }: ArrivedRequest): void {
    const body = readObject(text);
    const rid = typeof body?.['rid'] === 'string' ? body['rid'] : null;
    const header = headers['x-smg-routing-key'];
    const routingKey = typeof header === 'string' ? header : null;
    const live = this.#find(rid, routingKey)?.live;
    if (live === undefined) return;
    const request = live.add({
      body,
      routingKey,
      rid,
      promptIds: null,
      images: 0,
      trouble: null,
      refused: null,
      replies: [],
    });
    this.#requests.set(number, { live, request });
  }

  onRefused({
    number,
    status,
    message,
  }: {
    number: number;
    status: number;
    message: string;
  }): void {
    const found = this.#requests.get(number);
    if (found !== undefined) found.request.refused = { status, message };
  }

  decide(admitted: AdmittedRequest): ReturnType<NonNullable<EngineTap['decide']>> {
    const found = this.#requests.get(admitted.number);
    if (found === undefined) return null;
    this.#prompts.set(admitted.promptIds, found.live);
    return found.live.decide(found.request, admitted);
  }

  onSampled(reply: Parameters<NonNullable<EngineTap['onSampled']>>[0]): void {
    const found = this.#requests.get(reply.number);
    found?.live.sampled(found.request, reply);
  }

  async answer(
    promptIds: readonly number[],
    stop: string | undefined,
  ): Promise<{ ids: number[]; logprobs?: number[] }> {
    return (await this.#prompts.get(promptIds)?.answer(promptIds, stop)) ?? { ids: [0] };
  }

  async close(): Promise<void> {
    for (const lane of this.#lanes) if (lane !== undefined) this.leave(lane);
    await Promise.all(this.#clients.map((client) => client.close()));
  }

  /** By the client's request id, by the session, or the only one there is. */
  #find(rid: string | null, routingKey: string | null): Lane | undefined {
    const [, number, count] = CLIENT_RID.exec(rid ?? '') ?? [];
    if (number !== undefined && count !== undefined) {
      const lane = this.#lanes[Number(number)];
      // One of an episode that is over arrives late.
      return lane !== undefined && Number.parseInt(count, 16) > lane.sent ? lane : undefined;
    }
    const session = routingKey === null ? undefined : this.#sessions.get(routingKey);
    return session ?? this.#lanes.find((lane) => lane !== undefined);
  }
}

/** Request ids of the lanes' clients: lane, client, count. */
const CLIENT_RID = /^lane(\d{4})-[0-9a-f]+-([0-9a-f]+)$/;

function isText(item: unknown): item is string {
  return typeof item === 'string' && item !== '';
}

/** All of one length: no request id of one begins another's. */
function laneName(lane: number): string {
  return `lane${String(lane).padStart(4, '0')}`;
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : null;
  } catch {
    // The engine refuses it and says why.
    return null;
  }
}
