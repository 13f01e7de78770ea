import { describe, expect, it } from 'vitest';
import { deepscaler, math } from '../../../src/rewards/index.ts';
import { besideTheLabel, readFinalAnswers } from './read-table.ts';

const answers = readFinalAnswers('math');

describe('a final answer in a box', () => {
  it.each([...answers, ...besideTheLabel(answers)])('$answer for $label: $isRight', async (row) => {
    const { label, answer, isRight } = row;
    const reward = isRight ? 1 : 0;

    expect(await math(`so \\boxed{${answer}}.`, label)).toMatchObject({ reward });
    expect(await deepscaler(`<think>hm</think>so $\\boxed{${answer}}$`, label)).toMatchObject({
      reward,
    });
  });
});
