import { describe, expect, it } from 'vitest';
import { dapo, deepscaler, math } from '../../../src/rewards/index.ts';

const noText = (grader: string): string =>
  `${grader}: the response is undefined and no text; give the words of the policy, '' for none`;

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
    expect(await math('\\boxed{25}', '25\\%', { percent: 'hundredth' })).toMatchObject({
      reward: 0,
    });
    expect(await math('\\boxed{25}', '25\\%')).toMatchObject({ reward: 0 });
    expect(await math('\\boxed{25}', '25\\%', { percent: 'either' })).toMatchObject({ reward: 1 });
  });

  it('refuses a response that is no text, in the name of the grader', async () => {
    // @ts-expect-error rows of another make may have none
    await expect(math(undefined, '5')).rejects.toThrow(new TypeError(noText('math')));
    // @ts-expect-error as above
    await expect(dapo(undefined, '5')).rejects.toThrow(new TypeError(noText('dapo')));
    // @ts-expect-error as above
    await expect(deepscaler(undefined, '5')).rejects.toThrow(new TypeError(noText('deepscaler')));
  });

  it('refuses an option that is none', async () => {
    const error = new TypeError(
      `the option percent is "x"; it may be 'either', 'hundredth' or 'unit'`,
    );
    // @ts-expect-error a word that is no policy
    await expect(math('\\boxed{5}', '5', { percent: 'x' })).rejects.toThrow(error);
  });
});
