import type { RewardValue, RolloutArgs, Sample } from 'slime-sdk';
import type { ScoreContext } from './inline-reward.ts';

/** What the policy says in a control input while nothing was scored yet. */
const SHORT_ANSWER = '0';

/** The same row with a short answer: a control input that no grader takes long for. */
export function shortContext({ samples, views, ...context }: ScoreContext): ScoreContext {
  return {
    ...context,
    samples: samples.map((sample) => ({
      ...sample,
      ...shortTokens(sample),
      response: SHORT_ANSWER,
      loss_mask: null,
      rollout_log_probs: null,
    })),
    views: views.map(({ seed }) => ({
      finalText: SHORT_ANSWER,
      policyText: SHORT_ANSWER,
      turns: [{ content: SHORT_ANSWER, reasoning: '', calls: [], truncated: false }],
      seed,
    })),
  };
}

/** Prompt and first token of a response; none, where the sample has none: a length is read of them. */
function shortTokens({
  tokens,
  response_length: length,
}: Pick<Sample, 'tokens' | 'response_length'>): Pick<Sample, 'tokens' | 'response_length'> {
  if (length === 0) return { tokens, response_length: 0 };
  return { tokens: tokens.slice(0, tokens.length - length + 1), response_length: 1 };
}

/** The smallest value of a range, in the form that `--reward-key` asks for. */
export function floorReward(
  [floor]: readonly [number, number],
  { reward_key: key }: Pick<RolloutArgs, 'reward_key'>,
): RewardValue {
  return key === null ? floor : { [key]: floor };
}
