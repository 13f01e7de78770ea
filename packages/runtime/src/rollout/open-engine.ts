import {
  ConfigError,
  type Encoder,
  type GenerateEngine,
  type JsonObject,
  type RolloutArgs,
  type Sample,
} from 'slime-sdk';
import {
  CONTEXT_LENGTH,
  type EmbeddedEngineOptions,
  startEmbeddedEngine,
} from '../engine/embedded/index.ts';
import { createOpenAiEngine } from '../engine/openai/index.ts';
import { createSglangEngine } from '../engine/sglang/index.ts';
import { serverUrl } from '../server/server-url.ts';
import { openPolicy, type PolicyChoice } from './open-policy.ts';

/** Which engine a run samples from. */
export type EngineChoice =
  | { kind: 'embedded' }
  | { kind: 'sglang'; host: string; port: number }
  | { kind: 'openai'; url: string };

/**
 * Reads `--engine` beside the router's address. A run that names a router never falls back to the
 * embedded engine.
 *
 * @throws ConfigError for an unknown engine and for a choice that contradicts the router.
 */
export function chooseEngine(
  spec: string | null,
  args: Pick<RolloutArgs, 'sglang_router_ip' | 'sglang_router_port'>,
): EngineChoice {
  const { sglang_router_ip: host, sglang_router_port: port } = args;
  const named = host !== null || port !== null;
  const kind = spec ?? (named ? 'sglang' : 'embedded');
  if (kind === 'sglang') {
    if (host !== null && port !== null) return { kind, host, port };
    throw new ConfigError(
      'the SGLang router is not named whole: give both --sglang-router-ip and --sglang-router-port',
    );
  }
  const url = /^openai:(https?:\/\/\S+)$/.exec(kind)?.[1];
  if (kind !== 'embedded' && (url === undefined || !URL.canParse(url))) {
    throw new ConfigError(
      `--engine ${kind}: use embedded, sglang, or openai:URL (openai:http://localhost:8000/v1)`,
    );
  }
  if (named) {
    throw new ConfigError(
      `--engine ${kind} and an SGLang router are both named: leave one of them out`,
    );
  }
  return url === undefined ? { kind: 'embedded' } : { kind: 'openai', url };
}

/** An engine of a run, with what else it needs to be closed and recorded. */
export interface OpenEngine {
  engine: GenerateEngine;
  /** It draws by `sampling_seed`. */
  sendSeed: boolean;
  /** For `run.json`. */
  settings: JsonObject;
  close(): Promise<void>;
}

/** What engines are opened with. */
export interface OpenEngineOptions {
  args: RolloutArgs;
  choice: EngineChoice;
  encoder: Encoder;
  nonce: string;
  /** `--policy`, for the embedded engine. */
  policy: PolicyChoice;
  /** `ledger.jsonl`, for the embedded engine. */
  ledger: string;
  /** The row that a routing key's episode answers. */
  sampleOf: (routingKey: string) => Sample | undefined;
}

/** Opens the engine of a run. Close it when the run is over; closing twice is closing once. */
export async function openEngine(options: OpenEngineOptions): Promise<OpenEngine> {
  const opened = await open(options);
  let closing: Promise<void> | undefined;
  return { ...opened, close: () => (closing ??= opened.close()) };
}

async function open(options: OpenEngineOptions): Promise<OpenEngine> {
  const { args, choice } = options;
  switch (choice.kind) {
    case 'embedded':
      return openEmbedded(options);
    case 'sglang': {
      const engine = createSglangEngine(
        clientOptions(options, serverUrl(choice.host, choice.port)),
      );
      const sendSeed = args.sglang_enable_deterministic_inference;
      return { engine, sendSeed, settings: { engine: 'sglang' }, close: () => engine.close() };
    }
    case 'openai': {
      const engine = createOpenAiEngine({
        url: choice.url,
        encoder: options.encoder,
        concurrency: args.sglang_server_concurrency,
        nonce: options.nonce,
      });
      return {
        engine,
        sendSeed: true,
        settings: { engine: 'openai', url: choice.url },
        close: () => engine.close(),
      };
    }
  }
}

async function openEmbedded(options: OpenEngineOptions): Promise<OpenEngine> {
  const { policy, sha256 } = await openPolicy(options.policy, options.args, options.encoder);
  const server = await startEmbeddedEngine({
    encoder: options.encoder,
    policy,
    ledger: options.ledger,
    sampleOf: options.sampleOf,
    contextLength: contextOf(options.args),
    ...expertsOf(options.args),
  });
  const engine = createSglangEngine(clientOptions(options, server.url));
  return {
    engine,
    sendSeed: true,
    settings: { engine: 'embedded', policy: { ...options.policy, sha256 } },
    close: async () => {
      await engine.close();
      await server.close();
    },
  };
}

/** More than any budget of the run allows, so that an episode ends by its budget and not before. */
function contextOf(args: RolloutArgs): number {
  return CONTEXT_LENGTH + (args.rollout_max_context_len ?? args.rollout_max_response_len ?? 0);
}

/** Routed experts of the shape that the arguments name. */
function expertsOf(args: RolloutArgs): Pick<EmbeddedEngineOptions, 'routedExperts'> {
  const { num_layers: layers, moe_router_topk: topK } = args;
  if (!args.use_rollout_routing_replay || layers === null || topK === null) return {};
  return { routedExperts: { layers, topK, experts: EXPERTS_PER_CHOICE * topK } };
}

/** Experts of a layer for each one that a token takes: about as many as real mixtures have. */
export const EXPERTS_PER_CHOICE = 16;

function clientOptions(
  { args, nonce, encoder }: OpenEngineOptions,
  url: string,
): Parameters<typeof createSglangEngine>[0] {
  return {
    url,
    nonce,
    concurrency: args.sglang_server_concurrency,
    // The larger of tokenizer and model: padded rows may be sampled, too.
    vocabSize: encoder.vocabSize,
  };
}
