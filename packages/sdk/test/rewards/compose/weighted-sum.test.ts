import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type CustomRM,
  DataError,
  defineReward,
  GraderError,
  type RewardOptions,
} from '../../../src/index.ts';
import {
  graderReward,
  graders,
  weightedSum,
  type WeightedPart,
} from '../../../src/rewards/index.ts';
import { score } from './score.ts';

const half: CustomRM = () => 0.5;

/** A declared reward that always gives the same. */
const declared = (value: number, options: Partial<RewardOptions> = {}) =>
  defineReward({ range: [0, 1], ...options, mode: 'single', reward: () => value });

describe('the value of a weighted sum', () => {
  it('is the sum of the parts by their weights, in any order of their ends', async () => {
    const parts = fc.array(
      fc.record({
        value: fc.double({ min: -100, max: 100, noNaN: true }),
        weight: fc.double({ min: -100, max: 100, noNaN: true }),
        isAsync: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(parts, async (drawn) => {
        const reward = weightedSum({
          key: 'score',
          parts: drawn.map(({ value, weight, isAsync }, at) => ({
            name: `p${at}`,
            weight,
            reward: defineReward({
              mode: 'single',
              range: [-100, 100],
              reward: () => (isAsync ? Promise.resolve(value) : value),
            }),
          })),
        });
        const sum = drawn.reduce((total, { value, weight }) => total + weight * value, 0);
        const given = await score(reward);
        expect(given).toEqual({
          score: sum,
          ...Object.fromEntries(drawn.map(({ value }, at) => [`p${at}`, value])),
        });
        const [low = NaN, high = NaN] = reward.range ?? [];
        expect(low).toBeLessThanOrEqual(sum + 1e-6);
        expect(high).toBeGreaterThanOrEqual(sum - 1e-6);
      }),
      { seed: 4, numRuns: 100 },
    );
  });

  it('is a number without a key, of graders, functions and declared rewards alike', async () => {
    const reward = weightedSum({
      parts: [
        { name: 'answer', weight: 2, reward: graders.math },
        { name: 'again', weight: 1, reward: graderReward(graders.dapo) },
        { name: 'half', weight: 1, reward: half },
        {
          name: 'inner',
          weight: 1,
          reward: weightedSum({ parts: [{ name: 'x', weight: 3, reward: declared(1) }] }),
        },
      ],
    });
    const given = await score(reward, { text: '\\boxed{4}\nAnswer: 5', sample: { label: '4' } });
    expect(given).toBe(2 - 1 + 0.5 + 3);
  });

  it('takes one number of a part that gives an object, and reports the others', async () => {
    const part = (name: string): WeightedPart => ({
      name,
      weight: 2,
      key: 'mean',
      reward: () => ({ mean: 0.25, variance: 0.5 }),
    });
    expect(await score(weightedSum({ key: 'score', parts: [part('style')] }))).toEqual({
      score: 0.5,
      style: 0.25,
      'style/variance': 0.5,
    });
    expect(await score(weightedSum({ parts: [part('style')] }))).toBe(0.5);
  });

  it('hands seed, signal, arguments and sample to each part', async () => {
    const seen: unknown[] = [];
    const look: CustomRM = (args, { label }, { seed, signal }) => {
      seen.push([args.rollout_seed, label, seed, signal.aborted]);
      return 0;
    };
    const parts = ['a', 'b'].map((name) => ({ name, weight: 1, reward: look }));
    await score(weightedSum({ parts }), { sample: { label: 'x' }, args: { rollout_seed: 3 } });
    expect(seen).toEqual([
      [3, 'x', 7, false],
      [3, 'x', 7, false],
    ]);
  });
});

describe('a part that fails', () => {
  const sum = (reward: CustomRM, more: WeightedPart[] = []) =>
    weightedSum({ parts: [{ name: 'bad', weight: 1, reward }, ...more] });

  it.each<[string, CustomRM, string]>([
    [
      'throws',
      () => {
        throw new Error('oops');
      },
      'weightedSum: part "bad": oops',
    ],
    ['gives NaN', () => NaN, 'weightedSum: part "bad" gave NaN as its reward, no finite number'],
    ['gives an object', () => ({ a: 1 }), 'name the number that counts by `key`'],
  ])(
    'that %s is a failure of the grader by its name, never a number',
    async (_, reward, message) => {
      const error: unknown = await score(sum(reward)).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(GraderError);
      expect(error).toMatchObject({ message: expect.stringContaining(message) });
    },
  );

  it('with a number out of its range is one too', async () => {
    const reward = weightedSum({ parts: [{ name: 'bad', weight: 0.1, reward: declared(3) }] });
    await expect(score(reward)).rejects.toThrow('part "bad" gave 3, outside of its range [0, 1]');
  });

  it('without the key that is asked for is one too', async () => {
    const keyed = (reward: CustomRM) =>
      weightedSum({ parts: [{ name: 'bad', weight: 1, key: 'a', reward }] });
    await expect(score(keyed(() => ({ b: 1 })))).rejects.toThrow('gave undefined as its a');
    await expect(score(keyed(() => 1))).rejects.toThrow('gave 1, no object with the key "a"');
  });

  it('over a row stays a fault of the data', async () => {
    const math = weightedSum({ parts: [{ name: 'answer', weight: 1, reward: graders.math }] });
    const error: unknown = await score(math, { sample: { label: null } }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(DataError);
    expect(error).toMatchObject({ message: expect.stringContaining('part "answer": ') });
  });

  it('ends the others, and waits for them', async () => {
    const ended: string[] = [];
    const slow: CustomRM = (_args, _sample, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          ended.push('slow');
          reject(new Error('ended'));
        });
      });
    const reward = sum(
      () => Promise.reject(new Error('first')),
      [{ name: 'slow', weight: 1, reward: slow }],
    );
    await expect(score(reward)).rejects.toThrow('part "bad": first');
    expect(ended).toEqual(['slow']);
  });

  it('because the caller aborts fails with the reason of the caller', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    const waits: CustomRM = (_args, _sample, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('inner')));
        controller.abort(reason);
      });
    const { signal } = controller;
    await expect(score(sum(waits), { view: { signal } })).rejects.toBe(reason);
  });
});

describe('the declaration of a weighted sum', () => {
  const sum = (...parts: [number, WeightedPart['reward']][]) =>
    weightedSum({
      parts: parts.map(([weight, reward], at) => ({ name: `p${at}`, weight, reward })),
    });

  it('comes from its parts', () => {
    const reward = sum(
      [2, declared(0, { reads: ['policy', 'prompt'], growth: 'constant' })],
      [-3, declared(0, { reads: ['policy', 'observation'], growth: 'quadratic', range: [-1, 2] })],
    );
    expect(reward).toMatchObject({
      mode: 'single',
      range: [-6, 5],
      deterministic: true,
      reads: ['policy', 'prompt', 'observation'],
      growth: 'quadratic',
      paysWithoutLabel: false,
    });
    expect(sum([1, half], [1, declared(0)])).toMatchObject({
      reads: ['policy', 'label', 'metadata'],
    });
    expect(sum([1, half]).range).toBeUndefined();
    expect(sum([0, half], [1, declared(0)]).range).toEqual([0, 1]);
    expect(sum([1, declared(0)], [1, declared(0, { deterministic: false })]).deterministic).toBe(
      false,
    );
  });

  it('pays without the label where a part that adds does, not for a penalty', () => {
    const style = declared(0, { paysWithoutLabel: true });
    const penalty = declared(0, { paysWithoutLabel: true, range: [-1, 0] });
    expect(sum([1, declared(0)], [0.1, style]).paysWithoutLabel).toBe(true);
    expect(sum([1, declared(0)], [-0.1, style]).paysWithoutLabel).toBe(false);
    expect(sum([1, declared(0)], [1, penalty]).paysWithoutLabel).toBe(false);
    expect(sum([1, penalty]).paysWithoutLabel).toBe(true);
  });

  it('has the examples of a part that outweighs the others, or those that are given', () => {
    const examples = { right: () => 'right', wrong: () => 'wrong' };
    const known = declared(0, { examples });
    expect(sum([0.6, known], [0.3, declared(0)]).examples).toBe(examples);
    expect(sum([0.5, known], [0.5, declared(0)]).examples).toBeUndefined();
    expect(sum([1, known], [0.01, half]).examples).toBeUndefined();
    const given = { ...examples };
    const parts = [{ name: 'a', weight: 1, reward: known }];
    expect(weightedSum({ parts, examples: given }).examples).toBe(given);
  });

  it('reads the configuration of all parts, each by its own schema', async () => {
    const bounds = z
      .strictObject({ low: z.coerce.number().default(1), high: z.number() })
      .refine(({ low, high }) => low < high, 'low must be below high');
    const words = z.object({ words: z.array(z.string()).default([]) });
    const reward = weightedSum({
      parts: [
        { name: 'a', weight: 1, reward: declared(0, { config: bounds }) },
        { name: 'b', weight: 1, reward: declared(0, { config: words }) },
        { name: 'c', weight: 1, reward: declared(0, { config: words }) },
      ],
    });
    const { config } = reward;
    if (config === undefined) throw new Error('no config');
    expect(Object.keys(Object('shape' in config && config.shape))).toEqual([
      'low',
      'high',
      'words',
    ]);
    expect(config.parse({ low: '2', high: 3, other: 1 })).toEqual({ low: 2, high: 3, words: [] });
    const { error } = config.safeParse({ high: 0, words: 1 });
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['', 'low must be below high'],
      ['words', expect.stringContaining('expected array')],
    ]);
  });
});

describe('a weighted sum that cannot be', () => {
  const a = { name: 'a', weight: 1, reward: half };
  const group = defineReward({ mode: 'group', reward: (_args, samples) => samples.map(() => 0) });
  const keyed = (schema: z.ZodType<object>) =>
    defineReward({ mode: 'single', config: schema, reward: half });
  it.each<[string, () => unknown]>([
    ['there are no parts', () => weightedSum({ parts: [] })],
    ['part "a": the name is there already', () => weightedSum({ parts: [a, a] })],
    ['part "a": the name is there already', () => weightedSum({ key: 'a', parts: [a] })],
    ['key is empty', () => weightedSum({ key: '', parts: [a] })],
    ['part 0 has no name', () => weightedSum({ parts: [{ ...a, name: '' }] })],
    ['part "a": its weight is NaN', () => weightedSum({ parts: [{ ...a, weight: NaN }] })],
    [
      'part "a": its weight is Infinity',
      () => weightedSum({ parts: [{ ...a, weight: Infinity }] }),
    ],
    [
      'more than a float holds',
      () => weightedSum({ parts: [{ ...a, reward: declared(0), weight: 1e300 }] }),
    ],
    [
      'its range [0, Infinity] is not finite',
      () => weightedSum({ parts: [{ ...a, reward: declared(0, { range: [0, Infinity] }) }] }),
    ],
    [
      'a reward of whole groups cannot be composed',
      () => weightedSum({ parts: [{ ...a, reward: group }] }),
    ],
    ['expected a reward', () => weightedSum({ parts: [{ ...a, reward: 'math' as never }] })],
    [
      'part "b": its configuration key "url" is one of weightedSum: part "a" too',
      () =>
        weightedSum({
          parts: [
            { ...a, reward: keyed(z.object({ url: z.url() })) },
            { ...a, name: 'b', reward: keyed(z.object({ url: z.string() })) },
          ],
        }),
    ],
    [
      'must be a schema of an object',
      () =>
        weightedSum({
          parts: [
            { ...a, reward: keyed(z.object({ url: z.url() })) },
            { ...a, name: 'b', reward: keyed(z.record(z.string(), z.string())) },
          ],
        }),
    ],
  ])('says so where it is written: %s', (message, make) => {
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
  });
});
