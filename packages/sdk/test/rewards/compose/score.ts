import {
  createRolloutArgs,
  createSample,
  type RewardDefinition,
  type RewardValue,
  type RewardView,
  type RolloutArgs,
  type Sample,
} from '../../../src/index.ts';

/** What a test changes of an ordinary call. */
export interface Scored {
  text?: string;
  sample?: Partial<Sample>;
  view?: Partial<RewardView>;
  args?: Partial<RolloutArgs> & Record<string, unknown>;
}

/** Calls a composed reward with one turn that says `text`. */
export async function score(
  reward: RewardDefinition<unknown>,
  { text = 'the answer', sample = {}, view = {}, args = {} }: Scored = {},
): Promise<RewardValue> {
  if (reward.mode !== 'single') throw new Error('not a reward of one sample');
  const ids = Array.from({ length: Math.min(text.length, 50) }, (_, at) => at);
  return reward.reward(
    { ...createRolloutArgs({}), ...args },
    createSample({ response: text, tokens: [0, ...ids], response_length: ids.length, ...sample }),
    {
      finalText: text,
      policyText: text,
      turns: [{ content: text, reasoning: '', calls: [], truncated: false }],
      signal: new AbortController().signal,
      seed: 7,
      ...view,
    },
  );
}
