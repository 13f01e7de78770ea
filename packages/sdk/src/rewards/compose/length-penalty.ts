import type { RolloutArgs } from '../../args.ts';
import { ConfigError, GraderError } from '../../errors.ts';
import { defineReward, type RewardDefinition } from '../../reward.ts';
import { effectiveResponseLength, type Sample } from '../../sample.ts';

/** The argument of {@link lengthPenalty}; DAPO's names. */
export interface LengthPenaltyOptions {
  /** Tokens at the end of the response region over which the penalty grows; DAPO trains with 4096. */
  overlongBufferLen: number;
  /** The penalty at the full length. Default 1. */
  overlongPenaltyFactor?: number;
  /** Tokens from which the penalty is full. Default: `--rollout-max-response-len` of the run. */
  maxResponseLength?: number;
  /** How it grows over the buffer: `linear`, as in DAPO, or half a `cosine`. Default `linear`. */
  form?: 'linear' | 'cosine';
}

const FORMS = {
  linear: (part: number): number => part,
  cosine: (part: number): number => (1 - Math.cos(Math.PI * part)) / 2,
} as const;

/**
 * A penalty for long responses, from 0 down to `-overlongPenaltyFactor`: a part for `weightedSum`.
 *
 * It is DAPO's soft overlong punishment (Yu et al. 2025, arXiv:2503.14476, eq. 13): 0 up to
 * `maxResponseLength - overlongBufferLen` tokens, falling over the buffer, full from
 * `maxResponseLength` on. With a buffer as long as the response it is a penalty on every token.
 * `cosine` falls slowly at both ends (after Yeo et al. 2025, arXiv:2502.03373). Tokens are those
 * that the policy sampled (slime's `effective_response_length`): observations cost nothing.
 *
 * @throws TypeError for lengths that are no positive integers, a buffer longer than the response,
 *   and a factor that is negative or not finite.
 */
export function lengthPenalty({
  overlongBufferLen,
  overlongPenaltyFactor = 1,
  maxResponseLength,
  form = 'linear',
}: LengthPenaltyOptions): RewardDefinition<unknown> {
  assertTokens('overlongBufferLen', overlongBufferLen);
  if (maxResponseLength !== undefined) {
    assertTokens('maxResponseLength', maxResponseLength);
    if (overlongBufferLen > maxResponseLength) {
      throw new TypeError(
        `lengthPenalty: overlongBufferLen ${overlongBufferLen} is more than maxResponseLength ${maxResponseLength}`,
      );
    }
  }
  if (!(overlongPenaltyFactor >= 0 && overlongPenaltyFactor < Infinity)) {
    throw new TypeError(
      `lengthPenalty: overlongPenaltyFactor is ${overlongPenaltyFactor}; give a size from 0 on, it is subtracted`,
    );
  }
  const grow = FORMS[form];
  if (grow === undefined) {
    throw new TypeError(`lengthPenalty: form "${form}"; known: ${Object.keys(FORMS).join(', ')}`);
  }
  return defineReward<unknown>({
    mode: 'single',
    range: [0 - overlongPenaltyFactor, 0],
    reads: ['policy'],
    growth: 'constant',
    paysWithoutLabel: true,
    reward(args, sample) {
      const longest = maxResponseLength ?? longestOf(args, overlongBufferLen);
      const over = tokensOf(sample) - (longest - overlongBufferLen);
      const part = Math.min(1, Math.max(0, over / overlongBufferLen));
      return 0 - overlongPenaltyFactor * grow(part);
    },
  });
}

function assertTokens(name: string, count: number): void {
  if (!Number.isSafeInteger(count) || count < 1) {
    throw new TypeError(`lengthPenalty: ${name} is ${count}; give a number of tokens from 1 on`);
  }
}

function longestOf({ rollout_max_response_len: longest }: RolloutArgs, buffer: number): number {
  if (longest === null) {
    throw new ConfigError(
      'lengthPenalty: give maxResponseLength, or run with --rollout-max-response-len',
    );
  }
  if (buffer > longest) {
    throw new ConfigError(
      `lengthPenalty: overlongBufferLen ${buffer} is more than --rollout-max-response-len ${longest}`,
    );
  }
  return longest;
}

/** @throws GraderError for a sample that has text and no tokens: its length is not known. */
function tokensOf(sample: Sample): number {
  if (sample.response_length === 0 && sample.response !== '') {
    throw new GraderError(
      'lengthPenalty: the sample has a response and response_length 0: it came without its tokens, so that its length is not known; a rollout has them, grade and serve-rm have the text alone',
    );
  }
  return effectiveResponseLength(sample);
}
