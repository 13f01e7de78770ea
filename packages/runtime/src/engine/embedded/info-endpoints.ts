import { maxRequestInput } from './admit.ts';
import type { EngineState } from './engine-state.ts';
import type { HttpExchange } from '../../server/http-exchange.ts';

/** The SGLang version whose wire is spoken. */
const SGLANG_VERSION = '0.5.15.post1';

/** Requests that real servers of this size run at a time; only shown. */
const TOKENS_OF_CACHE = 16_777_216;

/** `GET /health`: it says nothing about the scheduler. */
export async function handleHealth(_state: EngineState, exchange: HttpExchange): Promise<void> {
  exchange.sendText(200, '');
}

/** `GET /health_generate`: a probe that needs the scheduler, so a pause fails it. */
export async function handleHealthGenerate(
  state: EngineState,
  exchange: HttpExchange,
): Promise<void> {
  exchange.sendText(state.scheduler.isPaused ? 503 : 200, '');
}

/** `GET /model_info`. */
export async function handleModelInfo(state: EngineState, exchange: HttpExchange): Promise<void> {
  exchange.sendJson(
    200,
    JSON.stringify({
      model_path: state.modelPath,
      tokenizer_path: state.modelPath,
      is_generation: true,
      preferred_sampling_params: null,
      weight_version: state.weightVersion,
      has_image_understanding: true,
      has_audio_understanding: false,
      model_type: null,
      architectures: null,
    }),
  );
}

/** `GET /weight_version`. */
export async function handleWeightVersion(
  state: EngineState,
  exchange: HttpExchange,
): Promise<void> {
  exchange.sendJson(200, JSON.stringify({ weight_version: state.weightVersion }));
}

/** `GET /server_info`. */
export async function handleServerInfo(state: EngineState, exchange: HttpExchange): Promise<void> {
  exchange.sendJson(
    200,
    JSON.stringify({
      model_path: state.modelPath,
      tokenizer_path: state.modelPath,
      served_model_name: state.modelPath,
      skip_tokenizer_init: false,
      context_length: state.contextLength,
      dp_size: 1,
      tp_size: 1,
      random_seed: state.seed,
      weight_version: state.weightVersion,
      tool_call_parser: null,
      reasoning_parser: null,
      enable_return_routed_experts: state.experts !== undefined,
      incremental_streaming_output: false,
      allow_auto_truncate: false,
      status: 'ready',
      max_total_num_tokens: TOKENS_OF_CACHE,
      max_req_input_len: maxRequestInput(state.contextLength),
      internal_states: [],
      version: SGLANG_VERSION,
      kv_events: null,
    }),
  );
}

/** `GET /v1/loads`. */
export async function handleLoads(state: EngineState, exchange: HttpExchange): Promise<void> {
  const now = new Date();
  const { running, waiting } = state.scheduler;
  exchange.sendJson(
    200,
    JSON.stringify({
      timestamp: now.toISOString(),
      version: SGLANG_VERSION,
      loads: [
        {
          dp_rank: 0,
          timestamp: now.getTime() / 1000,
          num_running_reqs: running,
          num_waiting_reqs: waiting,
          num_waiting_uncached_tokens: 0,
          num_used_tokens: 0,
          num_total_tokens: 0,
          max_total_num_tokens: TOKENS_OF_CACHE,
          token_usage: 0,
          gen_throughput: 0,
          cache_hit_rate: 0,
          utilization: 0,
          max_running_requests: state.scheduler.slots,
        },
      ],
    }),
  );
}

/** `GET /workers` of the router: this engine is its only worker. */
export async function handleWorkers(state: EngineState, exchange: HttpExchange): Promise<void> {
  const { running, waiting } = state.scheduler;
  exchange.sendJson(
    200,
    JSON.stringify({
      workers: [
        {
          id: '00000000-0000-0000-0000-000000000000',
          url: state.url,
          model_id: state.modelPath,
          priority: 50,
          cost: 1,
          worker_type: 'regular',
          is_healthy: true,
          load: running + waiting,
          connection_mode: 'Http',
          metadata: {},
          disable_health_check: false,
        },
      ],
      total: 1,
      stats: { prefill_count: 0, decode_count: 0, regular_count: 1 },
    }),
  );
}
