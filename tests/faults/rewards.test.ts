import type { CustomRM } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { playOne, type Play } from './play.ts';

const done = { step: () => ({ observation: { text: 'OBS' }, done: true }) };

/** What a reward function in JavaScript can return. */
const returning =
  (value: unknown): CustomRM =>
  () =>
    value as number;

function score(reward: CustomRM, args: Play['args'] = {}) {
  return playOne({ env: done, script: ['x'], reward, args });
}

describe('A002, B071: a reward has the shape that the run declares', () => {
  it('named values without --reward-key are refused, with their keys', async () => {
    const { sample, episode } = await score(returning({ score: 1, length: 3 }));
    expect(episode.ending).toBe('grader_failed');
    expect(episode.failure?.message).toMatch(/score, length.*--reward-key/);
    expect(sample).toMatchObject({ status: 'failed', reward: null });
  });

  it('a number under --reward-key is refused', async () => {
    const { episode } = await score(returning(1), { reward_key: 'score' });
    expect(episode.ending).toBe('grader_failed');
    expect(episode.failure?.message).toMatch(/--reward-key score/);
  });

  it('named values under a key that they lack are refused', async () => {
    const { episode } = await score(returning({ acc: 1 }), { reward_key: 'score' });
    expect(episode.ending).toBe('grader_failed');
  });

  it('named values with the key are the reward', async () => {
    const { sample } = await score(returning({ score: 1, length: 3 }), { reward_key: 'score' });
    expect(sample.reward).toEqual({ score: 1, length: 3 });
  });

  it('a sample that a generate function scored is held to it, too', async () => {
    const { episode } = await playOne({
      generate: async (_args, _sample, _params, context) => {
        const tape = context.tape();
        await tape.generate();
        return tape.finish({ reward: { score: 1 } });
      },
      script: ['x'],
    });
    expect(episode.failure?.message).toMatch(/score.*--reward-key/);
  });
});

it.each<[string, unknown]>([
  ['null', null],
  ['NaN', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
  ['more than a 32-bit float holds', 1e39],
  ['a text', '1'],
  ['a list', [1]],
  ['true', true],
  ['nothing', undefined],
])('A016, B076: a reward that is %s is refused where it is given', async (_name, value) => {
  const { sample, episode } = await score(returning(value));
  expect(episode.ending).toBe('grader_failed');
  expect(episode.failure).toMatchObject({ where: 'reward' });
  expect(sample).toMatchObject({ status: 'failed', reward: null, remove_sample: true });
});

it.each<[string, unknown]>([
  ['too few', [1, 1]],
  ['too many', [1, 1, 1, 1]],
  ['a number', 1],
  ['by index', { 0: 1, 1: 1, 2: 1 }],
  ['a text of digits', '101'],
])('A007, B049, B051: rewards of a group that are %s fail the group', async (_name, value) => {
  const { samples, episodes } = await playOne({
    env: done,
    script: ['x'],
    samples: [{}, {}, {}],
    rewardPath: './plugins.ts#batchedCustomRm',
    reward: returning(value),
    args: { group_rm: true, max_failure_share: 1 },
  });
  expect(episodes.map(({ ending }) => ending)).toEqual(Array(3).fill('grader_failed'));
  expect(samples.map(({ reward }) => reward)).toEqual([null, null, null]);
});

describe('rewards of env and function that are summed', () => {
  it('add to the value that --reward-key names', async () => {
    const { sample } = await playOne({
      declared: 'summed',
      env: { step: () => ({ observation: { text: 'OBS' }, done: true, reward: 0.5 }) },
      script: ['x'],
      reward: returning({ score: 1, length: 3 }),
      args: { reward_key: 'score' },
    });
    expect(sample.reward).toEqual({ score: 1.5, length: 3 });
  });
});

it('A001: a failed sibling has no reward and is removed, its group goes on', async () => {
  const { samples } = await playOne({
    env: ({ sample }) =>
      sample.index === 1 ? { reset: () => Promise.reject(new Error('no')) } : done,
    script: ['x'],
    samples: [{}, {}, {}, {}],
    reward: (_args, sample) => (sample.index ?? 0) % 2,
    args: { max_failure_share: 1 },
  });
  expect(samples.map(({ reward, remove_sample: removed }) => [reward, removed])).toEqual([
    [0, false],
    [null, true],
    [0, false],
    [1, false],
  ]);
});

it('A065: each reward belongs to its sample, whichever is ready first', async () => {
  const order: number[] = [];
  let release: () => void = () => {};
  const last = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { samples } = await playOne({
    env: done,
    script: ['x'],
    samples: [{}, {}, {}],
    reward: async (_args, sample) => {
      const index = sample.index ?? 0;
      if (index === 2) release();
      else await last;
      order.push(index);
      return index;
    },
  });
  expect(order[0]).toBe(2);
  expect(samples.map(({ reward }) => reward)).toEqual([0, 1, 2]);
});

it('A013: a reward sees no word of the prompt as the policy’s own', async () => {
  const seen: unknown[] = [];
  await playOne({
    env: done,
    script: ['five'],
    samples: [{ prompt: [{ role: 'user', content: 'Put it into \\boxed{}.' }] }],
    reward: (_args, _sample, { policyText, finalText }) => {
      seen.push(policyText, finalText);
      return 0;
    },
  });
  expect(seen).toEqual(['five', 'five']);
});
