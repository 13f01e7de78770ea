import { describe, expect, it } from 'vitest';
import { dapo, type DapoOptions, dapoScore } from '../../../src/rewards/index.ts';

const reward = async (response: string, label: string | number, options?: DapoOptions) =>
  (await dapo(response, label, options)).reward;

describe('dapo', () => {
  it.each([
    'Answer: 42',
    'Answer: 42.',
    'Answer：42',
    'Answer: The final answer is 42.',
    'answer : 42',
    'Answer:\n\n42\nand more',
    '**Answer:** 42',
    '**Answer**: **42**',
    '**Answer: 42**.',
    'Answer: **42**.',
    'Answer: **$42$**.',
    '**Answer: $42$**.',
    'Final Answer: $42$',
    'Answer: "42"',
    'Answer: \\(\\boxed{42}\\)',
    'Answer: \\mathrm{42}',
    'Answer: x = 42',
    'Answer: $m+n=20+22=42$',
    'Answer: x = y = 42',
    'Answer: $m=40$, $n=2$, $m+n=42$',
    'Answer: $m=40, n=2, m+n=42$',
    'Answer: $P = \\frac{40}{2}$, so $m+n = 40+2 = 42$.',
    'Answer: $n=42$ is the smallest',
    'Answer: \\text{No. of ways} = 42',
    'Answer: AB = CD = 42 cm',
    'Answer: $\\frac{m}{n}=\\frac{84}{2}=42$',
    'Answer: $x$ = $42$',
    'Answer: \\text{Area} = 42',
    'Answer: \\theta = 42',
    'Answer: 6 \\cdot 7 = 42',
    'Answer: x = $42',
    'Answer: 42,',
    'Answer:\n$$\n42\n$$',
    'Answer:\n\\[\n42\n\\]\nwhich is right',
    'Answer:\n$$\nx =\n42\n$$',
    '**Answer:** $$42$$',
    'Answer: 42.0',
    'Answer: 84/2',
    'Answer: 42 dollars',
    'Answer: 42<|im_end|>',
    'Answer: 7\nAnswer: 42',
    `Answer: 42\n${'x'.repeat(400)}`,
    'Answer: 42\nSo I gave my answer: nothing to add',
    'Answer: 42\nThe answer: it satisfies equation 7',
    '<think>Answer: 7</think>Answer: 42',
  ])('pays for the stated answer: %j', async (response) => {
    expect(await dapo(response, '42')).toMatchObject({ reward: 1, reason: 'equal' });
    expect(await reward(response, '43')).toBe(-1);
  });

  it.each([
    ['42', null, 'no_answer'],
    ['\\boxed{42}', null, 'no_answer'],
    ['The answer is 42', null, 'no_answer'],
    ['Answer:', null, 'no_answer'],
    ['Answer: 42\nAnswer: 7', '7', 'different'],
    ['Answer: $42$ and $7$', '$42$ and $7$', 'different'],
    ['Answer: 43%', '43%', 'different'],
    ['Answer: m+n=40+1=42', '40+1=42', 'different'],
    ['Answer: x = 4, y = 42', 'x = 4, y = 42', 'different'],
    ['Answer: m = 20 and n = 42', 'm = 20 and n = 42', 'different'],
    ['Answer: x \\ne 3 = 42', 'x \\ne 3 = 42', 'different'],
    ['Answer: m=2, n=42', 'm=2, n=42', 'different'],
    ['Answer: x =/= 42', 'x =/= 42', 'different'],
    ['Answer: x != 42', 'x != 42', 'different'],
    ['Answer: $x \\not= 42$', '$x \\not= 42$', 'different'],
    ['Answer: not x = 42', 'not x = 42', 'unparsable'],
    ['Answer: there is no x = 42', 'there is no x = 42', 'unparsable'],
    ['Answer: $n=42$ is wrong', '42 is wrong', 'unparsable'],
    ['Answer: $n=42$ or $n=43$', '$n=42$ or $n=43$', 'different'],
    ['Answer: x = 7 so that y = 42', 'x = 7 so that y = 42', 'different'],
    ['Answer: $$\n42', '$$', 'no_answer'],
    [`Answer: 5 ${'oz^9 '.repeat(60)}`, `5 ${'oz^9 '.repeat(60)}`.trim(), 'different'],
    ['Answer: unknown', 'unknown', 'unparsable'],
    ['Answer: 9**9**9', '9**9**9', 'over_bound'],
    ['<think>Answer: 42', null, 'no_answer'],
  ])('is -1 for %j', async (response, extracted, reason) => {
    expect(await dapo(response, '42')).toEqual({ reward: -1, extracted, reason });
  });

  it('compares numbers exactly, of any size', async () => {
    expect(await reward('Answer: 3.5', 3.5)).toBe(1);
    expect(await reward('Answer: 3', 3.5)).toBe(-1);
    expect(await reward('Answer: 0.5', '1/2')).toBe(1);
    expect(await reward('Answer: -1000', '-1,000')).toBe(1);
    expect(await reward('Answer: 12345678901234567890', '12345678901234567890')).toBe(1);
    expect(await reward('Answer: 12345678901234567891', '12345678901234567890')).toBe(-1);
    expect(await reward('Answer: 0', 0)).toBe(1);
  });

  it.each([null, '', ' ', 'forty', 'abc', 'nan', 'inf', 'x+1', '1, 2', true, ['42'], '9**9**9'])(
    'refuses the label %j, whatever the answer',
    async (label) => {
      for (const response of ['Answer: 42', 'none']) {
        await expect(dapo(response, label)).rejects.toMatchObject({ code: 'SLIME_DATA' });
      }
    },
  );

  it('reads the last complete box under strictBoxVerify, and any mathematics', async () => {
    const strict = { strictBoxVerify: true };
    expect(await reward('\\boxed{x} and on', 'x', strict)).toBe(1);
    expect(await reward('\\fbox{ (1,2) }', '(1,2)', strict)).toBe(1);
    expect(await reward('\\boxed{42', '42', strict)).toBe(-1);
    expect(await reward('Answer: 42', '42', strict)).toBe(-1);
  });

  it('has slime’s form as an adapter', async () => {
    expect(dapoScore(await dapo('Answer: 42', '42'))).toEqual({ score: 1, acc: true, pred: '42' });
    const none = await dapo('none', '42');
    expect(dapoScore(none)).toEqual({ score: -1, acc: false, pred: '[INVALID]' });
    expect(dapoScore(none, { strictBoxVerify: true }).pred).toBeNull();
  });
});
