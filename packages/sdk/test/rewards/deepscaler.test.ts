import { describe, expect, it } from 'vitest';
import { deepscaler } from '../../src/rewards/index.ts';

describe('deepscaler', () => {
  it.each([
    'so \\boxed{5}',
    '<think>\\boxed{1}</think>\\boxed{5}',
    'no opening mark </think> \\boxed{5}',
    '<think>a</think><think>\\boxed{1}</think>\\boxed{5}',
    '###Response\\boxed{5}',
    '\\boxed{1}###Response\\boxed{2}###Response\\boxed{5}',
    '###Response\\boxed{1}</think>\\boxed{5}',
    '\\boxed{5}<think>let me check: \\boxed{1}',
  ])('reads the box of the answer: %j', async (response) => {
    expect(await deepscaler(response, '5')).toEqual({ reward: 1, extracted: '5', reason: 'equal' });
    expect(await deepscaler(response, '1')).toMatchObject({ reward: 0, reason: 'different' });
  });

  it.each([
    '<think>\\boxed{5}',
    '<think>\\boxed{5}</think>so 5',
    '\\boxed{5}</think>',
    '###Response\\boxed{5}###Response so 5',
    '',
  ])('reads no box of a thought: %j', async (response) => {
    expect(await deepscaler(response, '5')).toEqual({
      reward: 0,
      extracted: null,
      reason: 'no_answer',
    });
  });

  it.each([null, '', ['5'], true, '\\boxed{5'])('refuses the label %j', async (label) => {
    for (const response of ['', '</think>\\boxed{5}']) {
      await expect(deepscaler(response, label)).rejects.toMatchObject({ code: 'SLIME_DATA' });
    }
  });

  it('passes on what a percentage is', async () => {
    const [response, label] = ['\\boxed{25}', '25\\%'];
    expect(await deepscaler(response, label, { percent: 'unit' })).toMatchObject({ reward: 1 });
    expect(await deepscaler(response, label)).toMatchObject({ reward: 0 });
  });
});
