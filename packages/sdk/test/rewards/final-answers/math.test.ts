import { describe, expect, it } from 'vitest';
import { deepscaler, math } from '../../../src/rewards/index.ts';
import { readFinalAnswers } from './read-table.ts';

describe('a final answer in a box', () => {
  it.each(readFinalAnswers('math'))('$answer for $label: $isRight', async (row) => {
    const { label, answer, isRight } = row;
    const reward = isRight ? 1 : 0;

    expect(await math(`so \\boxed{${answer}}.`, label)).toMatchObject({ reward });
    expect(await deepscaler(`<think>hm</think>so $\\boxed{${answer}}$`, label)).toMatchObject({
      reward,
    });
  });
});
