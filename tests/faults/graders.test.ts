import type { JsonObject, JsonValue } from 'slime-sdk';
import { type Grader, graders } from 'slime-sdk/rewards';
import { expect, it } from 'vitest';

type Type = keyof typeof graders;

async function grade(type: Type, response: string, label: JsonValue, metadata: JsonObject = {}) {
  const grader: Grader = graders[type];
  return (await grader.grade({ policyText: response, seed: 0 }, { label, metadata })).reward;
}

it.each<[string, Type, string, JsonValue, number]>([
  ['B111: a box that is taken off', 'boxed_math', 'so \\boxed{5}', '5', 1],
  ['B111: a box that is taken off', 'boxed_dapo', 'so \\boxed{5}', '5', 1],
  ['B111: a box that is taken off', 'boxed_deepscaler', 'so \\boxed{5}', '5', 1],
  ['B112, A003: no mark of thought', 'deepscaler', 'so \\boxed{5}', '5', 1],
  [
    'A072: a mark that is echoed',
    'deepscaler',
    'x###Response\\boxed{2}###Response\\boxed{42}',
    '42',
    1,
  ],
  ['B118: a label that is no integer', 'dapo', 'Answer: 3', 3.5, -1],
  ['B118: a label that is no integer', 'dapo', 'Answer: 3.5', 3.5, 1],
  ['B118: a fraction', 'dapo', 'Answer: 0.5', '1/2', 1],
  ['B118: groups of three', 'dapo', 'Answer: -1000', '-1,000', 1],
  ['B118: twenty digits', 'dapo', 'Answer: 12345678901234567891', '12345678901234567890', -1],
  ['B119: a full stop', 'dapo', 'Answer: 42.', '42', 1],
  ['B119: bold type', 'dapo', '**Answer:** 42', '42', 1],
  ['B119: an echo', 'dapo', 'Answer: 42\nThat is the answer: as I said.', '42', 1],
  ['B119: 310 more characters', 'dapo', `Answer: 42\n${'x'.repeat(310)}`, '42', 1],
  ['B121: a letter inside a word', 'gpqa', 'The answer comes down to B', 'C', 0],
  ['B121: a letter inside a word', 'gpqa', 'The answer comes down to B', 'B', 1],
  ['B121: the first statement', 'gpqa', 'answer is A? no, the answer is B', 'B', 1],
  ['B122: a label inside a word', 'gpqa', 'it is 14', '4', 0],
  ['B122: a label inside a word', 'gpqa', 'surely not', 'no', 0],
  ['B124: several references', 'f1', 'rome', ['paris', 'rome'], 1],
  ['A030: an empty answer', 'f1', '', 'beagle', 0],
  ['A030: every option', 'gpqa', 'A B C D', 'D', 0],
])('%s: %s pays %j beside %j what is right', async (_name, type, response, label, reward) => {
  expect(await grade(type, response, label)).toBe(reward);
});

it.each<[string, Type, JsonValue]>([
  ['B112', 'deepscaler', null],
  ['B112', 'deepscaler', ['5']],
  ['B118', 'dapo', null],
  ['B118', 'dapo', ''],
  ['B118', 'dapo', 'forty'],
  ['B124', 'f1', null],
  ['B122', 'gpqa', 'Z'],
])('%s: %s names the label %j as a fault of the data', async (_name, type, label) => {
  const error = { code: 'SLIME_DATA', message: expect.stringContaining(JSON.stringify(label)) };
  await expect(grade(type, 'Answer: \\boxed{5}', label)).rejects.toMatchObject(error);
});

it('B120: all graders give one form, in the range that they declare', async () => {
  for (const grader of Object.values<Grader>(graders)) {
    const row = { label: 'B', metadata: { instruction_id_list: ['punctuation:no_comma'] } };
    const view = { policyText: 'A', seed: 0 };
    // dapo's labels are numbers.
    const asked = grader.range[0] < 0 ? { ...row, label: '1' } : row;
    const verdict = await grader.grade(view, asked);
    expect(Object.keys(verdict).toSorted()).toEqual(['extracted', 'reason', 'reward']);
    expect(verdict.reward).toBeGreaterThanOrEqual(grader.range[0]);
    expect(verdict.reward).toBeLessThanOrEqual(grader.range[1]);
  }
});

it('B123: the metadata of a sample is read, not changed', async () => {
  const metadata = { choices: ['Hydrogen', 'Helium-4'] };
  const before = structuredClone(metadata);
  expect(await grade('gpqa', 'helium 4', 'Helium-4', metadata)).toBe(1);
  expect(metadata).toEqual(before);
});
