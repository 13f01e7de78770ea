import type { GenerateRequest } from 'slime-sdk';
import { onTestFinished } from 'vitest';
import {
  createSglangEngine,
  type SglangEngine,
  type SglangEngineOptions,
} from '../../../src/engine/sglang/sglang-engine.ts';

const request: GenerateRequest = {
  input_ids: [1, 2, 3],
  sampling_params: { max_new_tokens: 8, temperature: 1 },
};

/** A client that is closed with its test. */
export function connect(url: string, options: Partial<SglangEngineOptions> = {}): SglangEngine {
  const engine = createSglangEngine({
    url,
    concurrency: 8,
    nonce: 'run1',
    backoffSeconds: 0,
    ...options,
  });
  onTestFinished(() => engine.close());
  return engine;
}

export function generate(
  engine: SglangEngine,
  changes: Partial<GenerateRequest> = {},
  signal?: AbortSignal,
) {
  return engine.generate(
    { ...request, ...changes },
    { signal: signal ?? new AbortController().signal, routingKey: 'episode-4' },
  );
}

/** What a call threw. */
export async function failure(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    () => {
      throw new Error('expected the call to fail');
    },
    (error: unknown) => error,
  );
}
