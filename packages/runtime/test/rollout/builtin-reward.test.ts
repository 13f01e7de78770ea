import { createServer } from 'node:http';
import {
  createRolloutArgs,
  createSample,
  type RolloutArgs,
  rolloutArgsSchema,
  type Sample,
} from 'slime-sdk';
import { graders } from 'slime-sdk/rewards';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type BuiltinReward, builtinReward } from '../../src/rollout/builtin-reward.ts';

const signal = new AbortController().signal;

function open(rmType: string | null, fields: Partial<RolloutArgs> = {}): BuiltinReward {
  const reward = builtinReward(rmType, createRolloutArgs(fields));
  onTestFinished(() => reward.close());
  return reward;
}

function score(
  reward: BuiltinReward,
  policyText: string,
  ...samples: Partial<Sample>[]
): Promise<unknown> {
  return reward.score({
    args: createRolloutArgs(),
    samples: samples.map((fields) => createSample(fields)),
    views: samples.map(() => ({ finalText: policyText, policyText, turns: [], seed: 0 })),
    signal,
  });
}

describe('builtinReward', () => {
  it('grades mathematics by the policy’s words, not by observations', async () => {
    const sample = { response: 'I say \\boxed{1}. Observation: \\boxed{7}', label: '7' };
    expect(await score(open('math'), 'I say \\boxed{1}.', sample)).toEqual([0]);
    expect(await score(open(' math '), 'I say \\boxed{7}.', sample)).toEqual([1]);
  });

  it('takes a row’s own rm_type before the flag', async () => {
    const server = createServer((_request, response) => response.end('0.25'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const reward = open(null, { rm_url: `http://127.0.0.1:${port}/` });
    expect(await score(reward, '\\boxed{2}', { label: 2, metadata: { rm_type: 'math' } })).toEqual([
      1,
    ]);
    expect(await score(reward, 'x', { metadata: { rm_type: 'remote_rm' } })).toEqual([0.25]);
  });

  it('grades each sample of a group by itself under --group-rm', async () => {
    const reward = open('math', { group_rm: true });
    expect(reward.mode).toBe('group');
    expect(await score(reward, '\\boxed{2}', { label: 2 }, { label: 3 })).toEqual([1, 0]);
  });

  it.each<[string, string, Partial<Sample>, unknown]>([
    ['math', '\\boxed{7}', { label: '7' }, 1],
    ['dapo', 'Answer: 7', { label: '7' }, 1],
    ['dapo', 'Answer: 8', { label: '7' }, -1],
    ['deepscaler', '<think>\\boxed{8}</think>\\boxed{7}', { label: '7' }, 1],
    ['f1', 'Paris', { label: 'in Paris' }, 2 / 3],
    ['gpqa', 'The answer is B', { label: 'x', metadata: { choices: ['y', 'x'] } }, 1],
    ['boxed_math', 'so \\boxed{7}', { label: '7' }, 1],
    ['boxed_dapo', 'so \\boxed{7}', { label: '7' }, 1],
    ['boxed_dapo', 'so 7', { label: '7' }, -1],
    ['boxed_deepscaler', 'so \\boxed{7}', { label: '7' }, 1],
    ['boxed_f1', 'so it is \\boxed{Paris}', { label: 'paris' }, 1],
    ['boxed_f1', 'so it is Paris', { label: 'paris' }, 0],
    ['boxed_gpqa', 'A or C: \\boxed{\\text{b}}', { label: 1 }, 1],
    ['boxed_gpqa', 'the answer is B', { label: 1 }, 0],
  ])('grades %s: %s', async (type, words, sample, reward) => {
    expect(await score(open(type), words, sample)).toEqual([reward]);
    expect(
      await score(open(null), words, {
        ...sample,
        metadata: { ...sample.metadata, rm_type: type },
      }),
    ).toEqual([reward]);
  });

  it('draws the reward of random by the seed, for any words', async () => {
    const draw = async (seed: number): Promise<unknown> =>
      open('random').score({
        args: createRolloutArgs(),
        samples: [createSample({})],
        views: [{ finalText: '', policyText: '', turns: [], seed }],
        signal,
      });
    const drawn = await Promise.all(Array.from({ length: 32 }, (_, seed) => draw(seed)));
    expect(new Set(drawn.flat())).toEqual(new Set([0, 1]));
    expect(await Promise.all(Array.from({ length: 32 }, (_, seed) => draw(seed)))).toEqual(drawn);
  });

  it('gives objects under --reward-key, the same keys whichever grader', async () => {
    const rewards = await Promise.all(
      [
        ['dapo', 'Answer: 7'],
        ['math', '\\boxed{7}'],
      ].map(([type, words]) =>
        score(open(type ?? '', { reward_key: 'score' }), words ?? '', { label: '7' }),
      ),
    );
    expect(rewards).toEqual([[{ score: 1, acc: 1 }], [{ score: 1 }]]);
  });

  it('declares the range of its grader', () => {
    expect(open('dapo').declaration).toMatchObject({ range: [-1, 1], deterministic: true });
    expect(open('random').declaration).toMatchObject({ range: [0, 1], deterministic: false });
    expect(open(null).declaration).not.toHaveProperty('range');
  });

  it('fails as a grader does, never with a reward', async () => {
    const code = 'SLIME_GRADER';
    await expect(score(open('math'), 'x', { label: null })).rejects.toMatchObject({ code });
    await expect(score(open(null), 'x', {})).rejects.toMatchObject({ code });
    const ifbench = { metadata: { rm_type: 'ifbench' } };
    await expect(score(open('math'), 'x', ifbench)).rejects.toMatchObject({ code });
    await expect(score(open('f1'), 'x', { label: 'the' })).rejects.toMatchObject({ code });
  });

  it('names the types that there are beside one that is unknown', () => {
    const ways =
      'supported are math, dapo, deepscaler, f1, gpqa, ifbench, random and remote_rm, each as ' +
      'boxed_… too, ' +
      'others by --custom-rm-path';
    expect(() => open('boxed_boxed_f1')).toThrow(`--rm-type boxed_boxed_f1: unknown; ${ways}`);
    expect(() => open('maths')).toThrow(`--rm-type maths: unknown; ${ways}`);
  });

  it('has every type in the help of its flag', () => {
    const help = rolloutArgsSchema.shape.rm_type.description ?? '';
    for (const type of Object.keys(graders)) expect(help).toContain(type.replace('boxed_', ''));
  });
});
