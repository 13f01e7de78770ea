import { describe, expect, it } from 'vitest';
import { math } from '../../../src/rewards/index.ts';

describe('math', () => {
  it('rewards 1 or 0, with the reason', async () => {
    expect(await math('so \\boxed{48}', '48')).toEqual({ reward: 1, reason: 'equal' });
    expect(await math('so \\boxed{47}', '48')).toEqual({ reward: 0, reason: 'different' });
    expect(await math('so 48', '48')).toEqual({ reward: 0, reason: 'no_answer' });
    expect(await math('\\boxed{9**9**9}', '48')).toEqual({ reward: 0, reason: 'over_bound' });
  });

  it('passes on what a percentage is', async () => {
    expect(await math('\\boxed{25}', '25\\%', { percent: 'unit' })).toMatchObject({ reward: 1 });
    expect(await math('\\boxed{25}', '25\\%')).toMatchObject({ reward: 0 });
  });
});
