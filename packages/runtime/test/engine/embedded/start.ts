import { onTestFinished } from 'vitest';
import {
  type EmbeddedEngine,
  type EmbeddedEngineOptions,
  startEmbeddedEngine,
} from '../../../src/engine/embedded/index.ts';
import { byteEncoder } from './byte-encoder.ts';

/** Starts an engine that says `hello` and ends with the test. */
export async function start(options: Partial<EmbeddedEngineOptions> = {}): Promise<EmbeddedEngine> {
  const engine = await startEmbeddedEngine({
    encoder: byteEncoder(),
    policy: () => 'hello',
    ...options,
  });
  onTestFinished(() => engine.close());
  return engine;
}

export interface Reply {
  status: number;
  text: string;
  // Replies are whatever the engine sent; a test names what it expects whole.
  json: unknown;
}

/** Sends a JSON body and reads the whole reply. */
export async function post(
  engine: EmbeddedEngine,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(engine.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return toReply(response);
}

export async function get(engine: EmbeddedEngine, path: string): Promise<Reply> {
  return toReply(await fetch(engine.url + path));
}

async function toReply(response: Response): Promise<Reply> {
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, text, json };
}

/** The parts of a generation that tests compare; times are left out. */
export interface Generated {
  text: string;
  output_ids: number[];
  prompt_token_ids?: number[];
  meta_info: {
    id: string;
    finish_reason: unknown;
    prompt_tokens: number;
    completion_tokens: number;
    cached_tokens: number;
    weight_version: string;
    input_token_logprobs?: [number | null, number, string | null][];
    output_token_logprobs?: [number | null, number, string | null][];
    routed_experts?: string;
    top_p_token_ids?: string;
    top_p_token_offsets?: string;
  };
}

/** One generation that must succeed. */
export async function generate(
  engine: EmbeddedEngine,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Generated> {
  const reply = await post(engine, '/generate', { return_logprob: true, ...body }, headers);
  if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.text}`);
  const generated: Generated = JSON.parse(reply.text);
  return generated;
}

/** Records of a stream, `[DONE]` among them. */
export async function stream(
  engine: EmbeddedEngine,
  body: Record<string, unknown>,
): Promise<string[]> {
  const reply = await post(engine, '/generate', { return_logprob: true, ...body, stream: true });
  return reply.text
    .split('\n\n')
    .filter((record) => record !== '')
    .map((record) => record.replace(/^data: /, ''));
}
