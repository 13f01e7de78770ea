import type { Sample } from 'slime-sdk';
import type { Trial } from '../../../trial.ts';
import { claimReplies, responseStart } from '../ledger/claim.ts';
import type { Episode } from '../play-episode.ts';
import { isScored, nameOf } from '../read-samples.ts';
import { repliesOf, type WireRequest } from '../stage/wire.ts';

/** SGLang's own `max_new_tokens` where a request names none. */
const DEFAULT_NEW_TOKENS = 128;

/** Tokens that a request asks for; Infinity for `null`. */
export function askedTokens({ body }: WireRequest): number {
  const params = body?.['sampling_params'];
  const isObject = typeof params === 'object' && params !== null;
  const asked: unknown =
    isObject && 'max_new_tokens' in params ? params.max_new_tokens : DEFAULT_NEW_TOKENS;
  return typeof asked === 'number' ? asked : Infinity;
}

/** Requests ask for no more than is left, and no sample holds more than it may. */
export function assertBudgets(
  trial: Trial,
  samples: readonly Sample[],
  { input, requests }: Pick<Episode, 'input' | 'requests'>,
): void {
  const { response, context } = input;
  for (const request of requests) assertRequest(trial, request, response, context);
  const replies = repliesOf(requests);
  for (const [at, sample] of samples.entries()) {
    const name = nameOf(samples, at);
    for (const { reply, start } of claimReplies(sample, replies)) {
      const used = start - responseStart(sample);
      const asked = askedTokens(reply.request);
      if (used < 0 || asked <= response - used) continue;
      trial.fail({
        expected: `max_new_tokens of at most ${response - used}: rollout_max_response_len ${response}, ${used} used`,
        got: `request ${reply.request.at} asked for ${asked}`,
      });
    }
    if (sample.response_length > response) {
      trial.fail({
        expected: `response_length of at most ${response} (rollout_max_response_len)`,
        got: `${name} has ${sample.response_length}`,
      });
    }
    // A prompt that is too long by itself is nobody's fault here.
    if (context !== null && sample.tokens.length > context && sample.response_length > 0) {
      trial.fail({
        expected: `at most ${context} tokens (rollout_max_context_len)`,
        got: `${name} has ${sample.tokens.length}`,
      });
    }
    if (isScored(sample) && sample.response_length <= 0) {
      trial.fail({
        expected:
          'nothing to score where no token was sampled: status aborted or failed, or an error',
        got: `${name} with status ${sample.status} and a response of ${sample.response_length} tokens`,
      });
    }
  }
}

function assertRequest(
  trial: Trial,
  request: WireRequest,
  response: number,
  context: number | null,
): void {
  const { at, promptIds } = request;
  if (promptIds === null) return;
  const asked = askedTokens(request);
  const left = Math.min(response, context === null ? Infinity : context - promptIds.length);
  if (left < 1) {
    trial.fail({
      expected: `no request: a prompt of ${promptIds.length} tokens leaves no room in a context of ${context}`,
      got: `request ${at} asked for ${asked} tokens`,
    });
  }
  if (asked >= 1 && asked <= left) return;
  trial.fail({
    expected: `max_new_tokens from 1 to ${left}: response ${response}, context ${context ?? 'unlimited'}, prompt ${promptIds.length}`,
    got: `request ${at} asked for ${asked}`,
  });
}
