import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CustomRM, defineReward, GraderError } from '../../../src/index.ts';
import { blocks, formatGate, graders } from '../../../src/rewards/index.ts';
import { score } from './score.ts';

const one = defineReward({ mode: 'single', range: [0, 1], reward: () => 1 });

describe('a format gate', () => {
  it('pays the reward for the form, else the floor without asking', async () => {
    let asked = 0;
    const reward = formatGate({
      format: ({ finalText }) => finalText.startsWith('A'),
      floor: -2,
      reward: defineReward({
        mode: 'single',
        range: [-1, 1],
        reward: async () => {
          asked += 1;
          return 0.5;
        },
      }),
    });
    expect(reward.range).toEqual([-2, 1]);
    expect(await score(reward, { text: 'A.' })).toBe(0.5);
    expect(await score(reward, { text: 'B.' })).toBe(-2);
    expect(asked).toBe(1);
  });

  it('has the lowest reward as its floor', async () => {
    const reward = formatGate({ format: () => false, reward: graders.dapo });
    expect(reward).toMatchObject({ range: [-1, 1], deterministic: true });
    expect(await score(reward)).toBe(-1);
  });

  it('takes the number that is named of an object', async () => {
    const record: CustomRM = () => ({ score: 0.25, more: 1 });
    expect(
      await score(formatGate({ format: () => true, floor: 0, reward: record, key: 'score' })),
    ).toBe(0.25);
  });

  it('fails with its reward, and with a format that does not say yes or no', async () => {
    const fails = formatGate({ format: () => true, floor: 0, reward: () => NaN });
    await expect(score(fails)).rejects.toThrow('formatGate: reward gave NaN');
    const vague = formatGate({ format: (() => 'yes') as never, reward: one });
    await expect(score(vague)).rejects.toThrow(GraderError);
  });

  it.each<[string, () => unknown]>([
    ['above the lowest reward', () => formatGate({ format: () => true, reward: one, floor: 0.5 })],
    ['the floor is NaN', () => formatGate({ format: () => true, reward: one, floor: NaN })],
    ['range of the reward is unknown', () => formatGate({ format: () => true, reward: () => 1 })],
    ['format must be a function', () => formatGate({ format: /x/ as never, reward: one })],
  ])('that cannot be says so where it is written: %s', (message, make) => {
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
  });
});

describe('blocks', () => {
  const holds = (policyText: string, opened = false): boolean =>
    blocks(['think', 'answer'], { opened })({ policyText });

  it.each([
    '<think>a</think><answer>b</answer>',
    '\n<think>\na\n\nb\n</think>\n \n<answer>\n9\n</answer>\n',
    '<think></think><answer></answer>',
    '<think>1 < 2 <b>x</b></think><answer>{"a": "<c>"}</answer>',
  ])('are there in %j', (text) => {
    expect(holds(text)).toBe(true);
  });

  it.each([
    '',
    'a',
    '<think>a</think>',
    '<answer>b</answer><think>a</think>',
    'So <think>a</think><answer>b</answer>',
    '<think>a</think> so <answer>b</answer>',
    '<think>a</think><answer>b</answer> so',
    '<think>a</think><answer>b',
    '<think>a<answer>b</answer></think><answer>c</answer>',
    '<think>a</think><answer>b</answer><answer>c</answer>',
    '<think>a</think><answer>b<think></answer>',
    '<THINK>a</THINK><answer>b</answer>',
    'a</think><answer>b</answer>',
  ])('are not there in %j', (text) => {
    expect(holds(text)).toBe(false);
  });

  it('may have lost the first tag to the chat template', () => {
    expect(holds('a</think><answer>b</answer>', true)).toBe(true);
    expect(holds('<think>a</think><answer>b</answer>', true)).toBe(true);
    expect(holds('a</think>b</answer>', true)).toBe(false);
  });

  it('are found whatever stands inside, but for their tags', () => {
    const inside = fc
      .string({ unit: 'binary' })
      .filter((text) => !/<\/?(think|answer)>/.test(text));
    fc.assert(
      fc.property(inside, inside, (a, b) => {
        // The end of what stands inside may begin a tag that the closing one completes.
        expect(
          holds(`<think>${a}\n</think>${' '.repeat(a.length % 3)}<answer>${b}\n</answer>`),
        ).toBe(true);
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  it.each<[string, string[]]>([
    ['there are no names', []],
    ['"a b" is no name of a tag', ['a b']],
    ['"a" stands there twice', ['a', 'b', 'a']],
  ])('that cannot be say so: %s', (message, names) => {
    expect(() => blocks(names)).toThrow(message);
  });
});
