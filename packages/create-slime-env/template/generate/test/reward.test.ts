import { createRolloutArgs, createSample } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { reward } from '../src/index.ts';

/** The reward of an episode with these turns; the answer is 84. */
async function rewardOf(...texts: string[]): Promise<unknown> {
  if (reward.mode !== 'single') throw new TypeError('the reward scores one sample');
  return reward.reward(createRolloutArgs(), createSample({ label: 84 }), {
    finalText: texts.at(-1) ?? '',
    policyText: texts.join('\n'),
    turns: texts.map((content) => ({ content, reasoning: '', calls: [], truncated: false })),
    seed: 1,
    signal: AbortSignal.timeout(10_000),
  });
}

describe('the reward for sums', () => {
  it('is whole for the first turn and half after it was asked again', async () => {
    expect(await rewardOf('Answer: 84')).toBe(1);
    expect(await rewardOf('84', 'Answer: 84')).toBe(0.5);
  });

  it.each(['Answer: 85', 'Answer: 84 or 85', 'Answer: 83\nAnswer: 84', '84', ''])(
    'is nothing for %j',
    async (text) => {
      expect(await rewardOf(text)).toBe(0);
    },
  );
});
