import { EngineError, type GenerateRequest } from 'slime-sdk';
import { assertSamplingValues } from '../client/sampling-values.ts';
import { assertSamplingKeys } from './sampling-keys.ts';

/**
 * Body of `POST /generate` without its request id, printed once for all tries.
 *
 * One prompt source only: with `text` beside `input_ids` the engine may use either.
 */
export interface GenerateBody {
  /** In pieces, the ids as they are kept. */
  withRid(rid: string): readonly Uint8Array[];
}

/**
 * Prints a request as SGLang's native route takes it. Ids that come as text are copied, not printed.
 * `promptIds` asks for the prompt's ids as the engine read them.
 *
 * @throws EngineError when there are no ids, to which SGLang answers 400, and for a sampling parameter
 *   that it does not have, to which it answers 500, or a value that it does not take.
 */
export function createGenerateBody(
  request: GenerateRequest,
  { promptIds }: { promptIds: boolean },
): GenerateBody {
  assertSamplingKeys(request.sampling_params);
  assertSamplingValues(request.sampling_params);
  if (request.input_ids.length === 0) {
    throw new EngineError('input_ids is empty: a generation needs a prompt', {
      data: { cause: 'bad_request', retryable: false, discarded: [] },
    });
  }
  const ids = request.input_ids_json ?? [Buffer.from(request.input_ids.join(','), 'latin1')];
  const rest = Buffer.from(`],${JSON.stringify(options(request, promptIds)).slice(1)}`);
  return {
    withRid: (rid) => [Buffer.from(`{"rid":${JSON.stringify(rid)},"input_ids":[`), ...ids, rest],
  };
}

function options(request: GenerateRequest, promptIds: boolean): Record<string, unknown> {
  const { image_data: images, routed_experts_start_len: start } = request;
  return {
    sampling_params: samplingParams(request),
    return_logprob: true,
    stream: false,
    ...(images !== undefined && images.length > 0 ? { image_data: images } : {}),
    ...(promptIds ? { return_prompt_token_ids: true } : {}),
    ...(request.return_routed_experts === true
      ? { return_routed_experts: true, routed_experts_start_len: start ?? 0 }
      : {}),
  };
}

function samplingParams(request: GenerateRequest): GenerateRequest['sampling_params'] {
  const { sampling_params: params } = request;
  if (request.return_top_p_token_ids !== true) return params;
  return { ...params, custom_params: { ...params.custom_params, return_top_p_token_ids: true } };
}
