import { type EngineCapabilities, EngineError, type GenerateRequest } from 'slime-sdk';
import type { ControlClient } from '../client/control-client.ts';
import type { Workers } from './workers.ts';

/** Bounds each question; the first generation of a cold engine takes longest. */
const QUICK_MS = 5000;
const PROBE_MS = 60_000;

type Features = Pick<EngineCapabilities, 'topP' | 'routedExperts' | 'promptIds' | 'base64'>;

/** Sends a generation, asking for the prompt's ids too, and gives its reply as parsed JSON. */
export type Probe = (request: GenerateRequest, signal: AbortSignal) => Promise<unknown>;

/**
 * Asks an engine what it can do: `/server_info` and `/v1/models` of the first worker that answers.
 *
 * A router forwards only the fields that it knows and drops the others without a word, so behind one
 * the features are tried by one generation of one token; a plain engine is believed.
 *
 * @throws EngineError when no worker answers, or the generation fails.
 */
export async function readCapabilities(
  workers: Workers,
  control: ControlClient,
  probe: Probe,
): Promise<EngineCapabilities> {
  const { urls, routed } = await workers.list();
  const { url, info } = await readServerInfo(urls, control);
  const experts = info['enable_return_routed_experts'] === true;
  const features = routed
    ? await probeFeatures(probe, experts)
    : {
        topP: await isPatched(url, control),
        routedExperts: experts,
        promptIds: true,
        base64: false,
      };
  const maxInput = readLength(info['max_req_input_len']);
  return {
    contextLength: readLength(info['context_length']) ?? (await readModelLength(url, control)),
    // SGLang refuses a prompt of this length already.
    maxInput: maxInput === null ? null : maxInput - 1,
    eosIds: [],
    ...features,
    trainable: true,
  };
}

async function readServerInfo(
  urls: readonly string[],
  control: ControlClient,
): Promise<{ url: string; info: Readonly<Record<string, unknown>> }> {
  const problems: string[] = [];
  for (const url of urls) {
    try {
      const { status, json } = await control.send(`${url}/server_info`, { timeoutMs: QUICK_MS });
      if (status === 200 && isFields(json)) return { url, info: json };
      problems.push(`${url}/server_info: HTTP ${status}`);
    } catch (error) {
      problems.push(`${url}/server_info: ${error instanceof Error ? error.message : 'no answer'}`);
    }
  }
  const detail = problems.length === 0 ? 'the router has no workers' : problems.join('; ');
  throw new EngineError(`what the engine can do is not known: ${detail}`);
}

/** Only slime's patched SGLang serves this route, and only that one returns top-p replay arrays. */
async function isPatched(url: string, control: ControlClient): Promise<boolean> {
  const { status } = await control.send(`${url}/weight_version`, { timeoutMs: QUICK_MS });
  return status === 200;
}

/** `max_model_len` of the first model: the length that the model's own configuration gives. */
async function readModelLength(url: string, control: ControlClient): Promise<number | null> {
  const { json } = await control.send(`${url}/v1/models`, { timeoutMs: QUICK_MS });
  if (!isFields(json) || !Array.isArray(json['data'])) return null;
  const model: unknown = json['data'][0];
  return isFields(model) ? readLength(model['max_model_len']) : null;
}

async function probeFeatures(probe: Probe, experts: boolean): Promise<Features> {
  const request: GenerateRequest = {
    input_ids: [0],
    sampling_params: { max_new_tokens: 1, temperature: 1, top_p: 0.5 },
    return_top_p_token_ids: true,
    ...(experts ? { return_routed_experts: true } : {}),
  };
  const reply = await probe(request, AbortSignal.timeout(PROBE_MS));
  const meta = isFields(reply) && isFields(reply['meta_info']) ? reply['meta_info'] : {};
  return {
    topP: 'top_p_token_ids' in meta,
    routedExperts: 'routed_experts' in meta,
    promptIds: isFields(reply) && 'prompt_token_ids' in reply,
    base64: typeof meta['output_token_logprobs'] === 'string',
  };
}

function readLength(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
