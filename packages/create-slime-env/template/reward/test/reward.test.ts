import { createRolloutArgs, createSample, type JsonValue } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { reward } from '../src/index.ts';

const facts = { name: 'Ada Lovelace', city: 'London', born: 1815 };

async function rewardOf(finalText: string, label: JsonValue = facts): Promise<unknown> {
  if (reward.mode !== 'single') throw new TypeError('the reward scores one sample');
  return reward.reward(createRolloutArgs(), createSample({ label }), {
    finalText,
    policyText: finalText,
    turns: [{ content: finalText, reasoning: '', calls: [], truncated: false }],
    seed: 1,
    signal: AbortSignal.timeout(10_000),
  });
}

describe('the reward for facts', () => {
  it.each<[string, number]>([
    [JSON.stringify(facts), 1],
    [`\`\`\`json\n${JSON.stringify(facts)}\n\`\`\``, 1],
    [JSON.stringify({ name: 'Ada Lovelace', city: 'London' }), 2 / 3],
    [JSON.stringify({ ...facts, born: '1815' }), 2 / 3],
    [JSON.stringify({ ...facts, more: 1 }), 3 / 4],
    [JSON.stringify([facts]), 0],
    [`${JSON.stringify(facts)}\n${JSON.stringify(facts)}`, 0],
    ['{}', 0],
    ['', 0],
  ])('of %j is %d', async (text, expected) => {
    expect(await rewardOf(text)).toBe(expected);
  });

  it('blames a row without facts', async () => {
    await expect(rewardOf('{}', {})).rejects.toThrow("the row's facts");
  });
});
