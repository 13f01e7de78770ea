import { describe, expect, it } from 'vitest';
import { createSample, fanOut } from '../src/index.ts';

describe('fanOut', () => {
  const segments = [
    createSample({ index: 4, reward: 1 }),
    createSample({ index: 4, reward: { score: 3, pred: 'x' } }),
  ];

  it('gives every sibling the index of the first as rollout id', () => {
    expect(fanOut(segments, { reward: 'full' }).map((sample) => sample.rollout_id)).toEqual([4, 4]);
  });

  it('keeps a rollout id that is there, 0 among them', () => {
    const [first] = fanOut([createSample({ index: 9, rollout_id: 0 })], { reward: 'full' });
    expect(first?.rollout_id).toBe(0);
  });

  it('splits numbers, also inside a reward object, and nothing else', () => {
    expect(fanOut(segments, { reward: 'split' }).map((sample) => sample.reward)).toEqual([
      0.5,
      { score: 1.5, pred: 'x' },
    ]);
  });

  it('refuses a share that there is not', () => {
    const options = JSON.parse('{"reward":"spilt"}');
    expect(() => fanOut(segments, options)).toThrow("'full' or 'split', not spilt");
  });

  it('refuses an empty list and a sample without any id', () => {
    expect(() => fanOut([], { reward: 'full' })).toThrow('at least one segment');
    expect(() => fanOut([createSample()], { reward: 'full' })).toThrow(
      'neither rollout_id nor index',
    );
  });
});
