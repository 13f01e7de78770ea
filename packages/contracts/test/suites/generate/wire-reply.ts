import { createSample, type Sample } from 'slime-sdk';
import type {
  WireFinish,
  WireReply,
  WireRequest,
} from '../../../src/suites/generate/stage/wire.ts';

/** A request with what was sampled for it. */
export function exchange(
  promptIds: readonly number[],
  ids: readonly number[],
  changes: Partial<Pick<WireReply, 'logprobs' | 'finish' | 'isDelivered' | 'number'>> = {},
): WireReply {
  const request: WireRequest = {
    at: changes.number ?? 0,
    body: { input_ids: promptIds },
    routingKey: null,
    rid: null,
    promptIds,
    images: 0,
    trouble: null,
    refused: null,
    replies: [],
  };
  const finish: WireFinish = changes.finish ?? 'stop';
  const reply: WireReply = {
    number: 0,
    request,
    promptIds,
    ids,
    logprobs: ids.map((_, at) => -(at + 1) / 8),
    version: 'default',
    isDelivered: true,
    ...changes,
    finish,
  };
  request.replies.push(reply);
  return reply;
}

/** A completed sample of a prompt and a response whose mask says what was sampled. */
export function sampleOf(
  prompt: readonly number[],
  response: readonly number[],
  changes: Partial<Sample> = {},
): Sample {
  return createSample({
    tokens: [...prompt, ...response],
    response_length: response.length,
    status: 'completed',
    ...changes,
  });
}
