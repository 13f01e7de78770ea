import type { RewardValue, RolloutArgs } from 'slime-sdk';
import type { ScoreContext } from './inline-reward.ts';

/** What the policy says in a control input while nothing was scored yet. */
const SHORT_ANSWER = '0';

/** The same row with a short answer: a control input that no grader takes long for. */
export function shortContext({ samples, views, ...context }: ScoreContext): ScoreContext {
  return {
    ...context,
    samples: samples.map((sample) => ({
      ...sample,
      response: SHORT_ANSWER,
      tokens: [],
      response_length: 0,
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

/** The smallest value of a range, in the form that `--reward-key` asks for. */
export function floorReward(
  [floor]: readonly [number, number],
  { reward_key: key }: Pick<RolloutArgs, 'reward_key'>,
): RewardValue {
  return key === null ? floor : { [key]: floor };
}
