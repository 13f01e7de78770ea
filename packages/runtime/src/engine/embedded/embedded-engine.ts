import { ConfigError, type Encoder, type Logger, type Policy, type Sample } from 'slime-sdk';
import {
  handleAbort,
  handleContinue,
  handleFlush,
  handlePause,
  handleUpdateWeightVersion,
} from './control-endpoints.ts';
import { createStats, type EngineState, type EngineStats, type Latency } from './engine-state.ts';
import type { EngineTap } from './engine-tap.ts';
import { FaultPicker } from './fault-picker.ts';
import { type FaultPlan, parseFaultPlan } from './fault-plan.ts';
import { handleGenerate } from './generate-endpoint.ts';
import type { HttpExchange } from '../../server/http-exchange.ts';
import { type Handler, startHttpServer } from '../../server/http-server.ts';
import { isSameSecret } from '../../server/same-secret.ts';
import {
  handleHealth,
  handleHealthGenerate,
  handleLoads,
  handleModelInfo,
  handleServerInfo,
  handleWeightVersion,
  handleWorkers,
} from './info-endpoints.ts';
import { Ledger } from './ledger.ts';
import { PrefixCache } from './prefix-cache.ts';
import type { ExpertShape } from './replay-arrays.ts';
import { Scheduler } from './scheduler.ts';

/** How an embedded engine is set up. */
export interface EmbeddedEngineOptions {
  encoder: Encoder;
  policy: Policy;
  /** The row behind a routing key, for policies that read it. */
  sampleOf?: (routingKey: string) => Sample | undefined;
  /** Default 127.0.0.1; any other than loopback needs `apiKey`. */
  host?: string;
  /** Default 0: a free one. */
  port?: number;
  /** Bearer token that requests must carry. */
  apiKey?: string;
  /** File that every sampled reply is appended to. */
  ledger?: string;
  faults?: FaultPlan;
  /** Tokens, prompt and response together. Default {@link CONTEXT_LENGTH}. */
  contextLength?: number;
  /** Default 0. */
  seed?: number;
  /** How long generations take; they take no time without it. */
  latency?: Latency;
  /** Decode and encode anew the ids that come with pictures, as SGLang's Qwen-VL path does. */
  retokenizePictures?: boolean;
  /** Returns routed experts of this shape when asked. */
  routedExperts?: ExpertShape;
  /** Default `default`. */
  weightVersion?: string;
  /** Requests that run at a time, others wait. Default 4096. */
  maxRunningRequests?: number;
  /** Shown in `/model_info`. Default `embedded`. */
  modelPath?: string;
  /** Told of policies that fail. */
  log?: Logger;
  /** Watches requests and decides their faults. */
  tap?: EngineTap;
}

/** An engine that speaks SGLang's wire and samples from a policy. */
export interface EmbeddedEngine {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  stats(): EngineStats;
  /** Closes every connection; running requests are dropped. */
  close(): Promise<void>;
}

/**
 * Tokens that an engine holds when nobody says how many. No model bounds them: as many as today's
 * models take, and in the built-in tokenizer, with a token a byte, a long conversation still fits.
 */
export const CONTEXT_LENGTH = 131_072;

/** Pictures travel in it. */
const MAX_BODY_BYTES = 256 * 1024 * 1024;

/** All but `/health` must carry the token. */
function bearerCheck(apiKey: string): (exchange: HttpExchange) => boolean {
  return (exchange) =>
    exchange.path === '/health' ||
    isSameSecret(exchange.header('authorization') ?? '', `Bearer ${apiKey}`);
}

type Endpoint = (state: EngineState, exchange: HttpExchange) => Promise<void>;

const endpoints: readonly (readonly [string, Endpoint])[] = [
  ['POST /generate', handleGenerate],
  ['PUT /generate', handleGenerate],
  ['POST /abort_request', handleAbort],
  ['POST /pause_generation', handlePause],
  ['POST /continue_generation', handleContinue],
  ['GET /flush_cache', handleFlush],
  ['POST /flush_cache', handleFlush],
  ['POST /update_weight_version', handleUpdateWeightVersion],
  ['GET /health', handleHealth],
  ['GET /health_generate', handleHealthGenerate],
  ['GET /model_info', handleModelInfo],
  ['GET /get_model_info', handleModelInfo],
  ['GET /weight_version', handleWeightVersion],
  ['GET /get_weight_version', handleWeightVersion],
  ['GET /server_info', handleServerInfo],
  ['GET /get_server_info', handleServerInfo],
  ['GET /v1/loads', handleLoads],
  ['GET /workers', handleWorkers],
];

function createState(options: EmbeddedEngineOptions): EngineState {
  const contextLength = options.contextLength ?? CONTEXT_LENGTH;
  if (!Number.isInteger(contextLength) || contextLength < 8) {
    throw new ConfigError(
      `embedded engine: contextLength must be an integer of at least 8, got ${contextLength}`,
    );
  }
  const plan = options.faults === undefined ? undefined : parseFaultPlan(options.faults);
  return {
    encoder: options.encoder,
    policy: options.policy,
    sampleOf: options.sampleOf,
    contextLength,
    seed: options.seed ?? 0,
    latency: options.latency,
    retokenizePictures: options.retokenizePictures ?? false,
    experts: options.routedExperts,
    modelPath: options.modelPath ?? 'embedded',
    log: options.log,
    tap: options.tap,
    scheduler: new Scheduler(options.maxRunningRequests ?? 4096),
    cache: new PrefixCache(),
    faults: plan && new FaultPicker(plan),
    stallMs: plan?.stallMs ?? 0,
    ledger: options.ledger === undefined ? undefined : new Ledger(options.ledger),
    stats: createStats(),
    weightVersion: options.weightVersion ?? 'default',
    url: '',
  };
}

/**
 * Starts an engine of SGLang's wire (`/generate` and its control endpoints, and the router's
 * `/workers`) over a policy. What it samples depends on its seed, the prompt and the sampling seed
 * only, never on the order of arrival.
 *
 * @throws ConfigError for a port in use, an open host without `apiKey`, a wrong fault plan or a
 *   ledger that cannot be written.
 */
export async function startEmbeddedEngine(options: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
  const state = createState(options);
  const host = options.host ?? '127.0.0.1';
  const routes = new Map<string, Handler>(
    endpoints.map(([route, endpoint]) => [route, (exchange) => endpoint(state, exchange)]),
  );
  try {
    const server = await startHttpServer({
      host,
      port: options.port ?? 0,
      name: 'embedded engine',
      isAllowed: options.apiKey === undefined ? undefined : bearerCheck(options.apiKey),
      accessFlag: '--api-key',
      refusal: '{"error":"Unauthorized"}',
      maxBodyBytes: MAX_BODY_BYTES,
      routes,
      onError: (message) => state.log?.error(message),
    });
    state.url = server.url;
    return {
      url: state.url,
      host,
      port: server.port,
      stats: () => ({
        ...structuredClone(state.stats),
        ledgerEntries: state.ledger?.entries ?? 0,
      }),
      close: async () => {
        await server.close();
        state.ledger?.close();
      },
    };
  } catch (error) {
    state.ledger?.close();
    throw error;
  }
}
