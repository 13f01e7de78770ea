import { describe, expect, it } from 'vitest';
import { lengthPenalty, type LengthPenaltyOptions } from '../../../src/rewards/index.ts';
import { score } from './score.ts';

/** The penalty of a response of so many sampled tokens. */
const at = (tokens: number, options: LengthPenaltyOptions, args = {}) =>
  score(lengthPenalty(options), {
    args,
    sample: {
      response: tokens === 0 ? '' : 'x',
      tokens: Array.from({ length: tokens + 1 }, () => 0),
      response_length: tokens,
    },
  });

describe('a length penalty', () => {
  // By hand from DAPO's equation 13, with L_max 20480 and L_cache 4096 as in its training.
  it.each([
    [0, 0],
    [16_384, 0],
    [16_385, -1 / 4096],
    [18_432, -0.5],
    [20_480, -1],
    [30_000, -1],
  ])('of %i tokens is %d by the soft overlong punishment of DAPO', async (tokens, penalty) => {
    const options = { maxResponseLength: 20_480, overlongBufferLen: 4096 };
    expect(await at(tokens, options)).toBeCloseTo(penalty, 12);
    expect(await at(tokens, { ...options, overlongPenaltyFactor: 3 })).toBeCloseTo(3 * penalty, 12);
  });

  it.each([
    [50, 0],
    [75, -0.5 + Math.SQRT1_2 / 2],
    [100, -0.5],
    [125, -0.5 - Math.SQRT1_2 / 2],
    [150, -1],
  ])('of %i tokens is %d by half a cosine', async (tokens, penalty) => {
    const options = { maxResponseLength: 150, overlongBufferLen: 100, form: 'cosine' } as const;
    expect(await at(tokens, options)).toBeCloseTo(penalty, 12);
  });

  it('counts what the policy sampled, not what it was told', async () => {
    const reward = lengthPenalty({ maxResponseLength: 4, overlongBufferLen: 4 });
    const sample = { tokens: [0, 1, 2, 3, 4], response_length: 4, loss_mask: [1, 0, 0, 1] };
    expect(await score(reward, { sample })).toBe(-0.5);
  });

  it('takes the length of the run', async () => {
    const options = { overlongBufferLen: 100 };
    expect(await at(150, options, { rollout_max_response_len: 200 })).toBe(-0.5);
    await expect(at(150, options)).rejects.toThrow('--rollout-max-response-len');
    await expect(at(1, options, { rollout_max_response_len: 50 })).rejects.toThrow(
      'overlongBufferLen 100 is more than --rollout-max-response-len 50',
    );
  });

  it('does not take a sample without tokens for a short one', async () => {
    const reward = lengthPenalty({ maxResponseLength: 4, overlongBufferLen: 4 });
    const call = score(reward, { sample: { response: 'long', tokens: [], response_length: 0 } });
    await expect(call).rejects.toMatchObject({ code: 'SLIME_GRADER' });
  });

  it('declares what it is', () => {
    expect(lengthPenalty({ overlongBufferLen: 1, overlongPenaltyFactor: 2 })).toMatchObject({
      range: [-2, 0],
      reads: ['policy'],
      growth: 'constant',
      paysWithoutLabel: true,
    });
  });

  it.each<[string, LengthPenaltyOptions]>([
    ['overlongBufferLen is 0', { overlongBufferLen: 0 }],
    ['overlongBufferLen is 1.5', { overlongBufferLen: 1.5 }],
    ['maxResponseLength is -1', { overlongBufferLen: 1, maxResponseLength: -1 }],
    ['more than maxResponseLength', { overlongBufferLen: 3, maxResponseLength: 2 }],
    ['overlongPenaltyFactor is -1', { overlongBufferLen: 1, overlongPenaltyFactor: -1 }],
    ['overlongPenaltyFactor is NaN', { overlongBufferLen: 1, overlongPenaltyFactor: NaN }],
    ['form "sine"', { overlongBufferLen: 1, form: 'sine' as 'cosine' }],
  ])('that cannot be says so where it is written: %s', (message, options) => {
    expect(() => lengthPenalty(options)).toThrow(TypeError);
    expect(() => lengthPenalty(options)).toThrow(message);
  });
});
