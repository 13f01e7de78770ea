import { describe, expect, it } from 'vitest';
import { math } from '../../../src/rewards/index.ts';

describe('math', () => {
  it.each([
    ['so \\boxed{48}', 1, '48', 'equal'],
    ['so \\boxed{47}', 0, '47', 'different'],
    ['so 48', 0, null, 'no_answer'],
    ['\\boxed{9**9**9}', 0, '9**9**9', 'over_bound'],
  ])(
    'rewards 1 or 0, with the answer and the reason: %s',
    async (response, reward, extracted, reason) => {
      expect(await math(response, '48')).toEqual({ reward, extracted, reason });
    },
  );

  it('passes on what a percentage is', async () => {
    expect(await math('\\boxed{25}', '25\\%', { percent: 'unit' })).toMatchObject({ reward: 1 });
    expect(await math('\\boxed{25}', '25\\%')).toMatchObject({ reward: 0 });
  });
});
