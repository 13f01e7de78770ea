import { describe, expect, it } from 'vitest';
import { dapo } from '../../../src/rewards/index.ts';

const reward = async (statement: string, label: string): Promise<1 | -1> =>
  (await dapo(statement, label)).reward;

/** [statement, label that it meets, label that it misses], by what stands beside the value. */
const forms: Record<string, readonly (readonly [string, string, string])[]> = {
  'a number that is refused': [
    ['Answer: 35, not 34', '35', '34'],
    ['Answer: 84 (not 42)', '84', '42'],
    ['Answer: $34$ (not $35$)', '34', '35'],
    ['Answer: m+n = 34, not 35', '34', '35'],
    ['Answer: 34 rather than 35', '34', '35'],
  ],
  'the same number again': [
    ['Answer: 34 (34 choices)', '34', '35'],
    ['Answer: $34$ or equivalently $34$', '34', '35'],
    ['Answer: 34 or, equivalently, $\\frac{68}{2}$', '34', '68'],
  ],
  'an adverb': [
    ['Answer: only 34', '34', '35'],
    ['Answer: exactly $34$', '34', '35'],
  ],
  'a remark that ends the work': [
    ['Answer: 34; done', '34', '35'],
    ['Answer: 34, done.', '34', '35'],
    ['Answer: 34 and we are done', '34', '35'],
    ['Answer: 34. Q.E.D.', '34', '35'],
  ],
  'Chinese words': [
    ['答案：42', '42', '43'],
    ['最终答案: $42$', '42', '43'],
    ['Answer: 34 是答案', '34', '35'],
    ['Answer: 34，即为所求', '34', '35'],
  ],
  'tags and tokens': [
    ['Answer: <b>34</b>', '34', '35'],
    ['Answer: 34<br>', '34', '35'],
    ['Answer: 34<eos>', '34', '35'],
    ['Answer: 34<|im_end|>', '34', '35'],
  ],
  'the range of what is counted': [
    ['Answer: 204 numbers less than 1000', '204', '1000'],
    ['Answer: There are 204 integers between 1 and 1000', '204', '1'],
    ['Answer: 34 positive integers divisible by 3', '34', '3'],
  ],
  'a line that goes on below': [
    ['Answer: $m+n =$\n34', '34', '35'],
    ['Answer: \\(m+n =\\)\n\n34', '34', '35'],
  ],
  'the case that is asked about': [
    ['Answer: The number of solutions for n = 34 is 3', '3', '34'],
    ['Answer: When n = 34, the number of solutions is 3', '3', '34'],
    ['Answer: The value of f(n) for $n=5$ is 34', '34', '5'],
  ],
};

describe('dapo', () => {
  describe.each(Object.entries(forms))('reads a value beside %s', (_, rows) => {
    it.each(rows)('%j is %s and not %s', async (statement, label, other) => {
      expect([await reward(statement, label), await reward(statement, other)]).toEqual([1, -1]);
    });
  });

  it.each([
    ['Answer: not 35, not 34', '35'],
    ['Answer: 34 (not 34)', '34'],
    ['Answer: 34, not sure', '34'],
    ['Answer: maybe 34, not 35', '34'],
    ['Answer: 2 or 34, not 3', '34'],
    ['Answer: 34 not 35 but 36', '34'],
    ['Answer: x+1 = 34, not 35', '34'],
    ['Answer: 34 (35 ways)', '34'],
    ['Answer: 34 or equivalently 35', '34'],
    ['Answer: not only 34', '34'],
    ['Answer: only 34 or 35', '34'],
    ['Answer: 34 is not done', '34'],
    ['Answer: 34 or 35; done', '34'],
    ['不是答案：34', '34'],
    ['Answer: 34 不是答案', '34'],
    ['Answer: 3<b>4</b>', '34'],
    ['Answer: 34<sup>2</sup>', '34'],
    ['Answer: 34 dollars less than 100', '34'],
    ['Answer: 34 numbers less than 1000, or 35', '34'],
    ['Answer: 34 values from 35 are wrong', '34'],
    ['Answer: $m =$\n34 or 35', '34'],
    ['Answer: For n=3 it is 4 and for n=4 it is 34', '34'],
    ['Answer: if n = 34 then it is 3', '34'],
  ])('refuses %j for %s', async (statement, label) => {
    expect(await reward(statement, label)).toBe(-1);
  });
});
