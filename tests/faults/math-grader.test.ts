import type { JsonValue } from 'slime-sdk';
import { gradeAnswer } from 'slime-sdk/rewards';
import { expect, it } from 'vitest';

it.each<[string, string, JsonValue, boolean]>([
  ['B110: a label of the number 0', '\\boxed{0}', 0, true],
  ['B110: a label of the number 0', '\\boxed{1}', 0, false],
  ['B112, A003: no mark of reasoning', 'so \\boxed{5}', '5', true],
  ['B113: a power tower', '\\boxed{9**9**9}', 'x+1', false],
  ['B113: a factorial', '\\boxed{99999999!}', '1', false],
  ['B113: a large exponent', '\\boxed{9**99999999}', '1', false],
  ['B113: a power of a sum', '\\boxed{(x+1)**3000}', 'x', false],
  ['B114: other units', '\\boxed{2 \\text{ seconds}}', '2 \\text{ minutes}', false],
  ['B114: other units', '\\boxed{3 days}', '3 years', false],
  ['B114: units of another size', '\\boxed{5 cm}', '5 meter', false],
  ['B114: a unit’s letters in a word', '\\boxed{parameter}', 'para', false],
  ['B114: a unit that the label left out', '\\boxed{5 kg}', '5', true],
  ['B115: percent', '\\boxed{50\\%}', '0.5', true],
  ['B115: percent', '\\boxed{50\\%}', '50', false],
  ['B115: a word of magnitude', '\\boxed{5 million}', '5000000', true],
  ['B116: a blank before the brace', '\\boxed {5}', '5', true],
  ['B116: another box', '\\fbox{5}', '5', true],
  ['B117: a set in another order', '\\boxed{\\{1,2\\}}', '\\{2,1\\}', true],
  ['B117: an expression for an integer', '\\boxed{2^3}', '8', true],
  ['B117: a later box that was not finished', '\\boxed{5} then \\boxed{7', '5', true],
  ['A009: other fractions', '\\boxed{\\frac{1}{2}}', '\\frac{1}{3}', false],
  ['A015: an answer that was corrected', '\\boxed{5} ... no, \\boxed{7}', '7', true],
  ['A030: an empty answer', '\\boxed{}', 'beagle', false],
  ['A075: a call inside an answer', "\\boxed{[[__import__('x')]]}", '1', false],
  ['B131: braces in braces', '\\boxed{\\frac{1}{\\sqrt{2}}}', '\\frac{\\sqrt{2}}{2}', true],
])('%s: %s beside %j is right: %j', async (_name, response, label, right) => {
  expect((await gradeAnswer(response, label)).correct).toBe(right);
});

it.each<[string, JsonValue]>([
  ['missing', null],
  ['blank', ' '],
  ['a list', ['5']],
  ['an object', { answer: 5 }],
  ['a value in words', '63 out of 400'],
  ['a formula that breaks off', '1 +'],
  ['LaTeX that lacks a part', '\\frac{1}'],
  ['a division by 0', '1/0'],
  ['a bracket too many', '5)'],
  ['past a bound', '9**9**9'],
])('A034, B110: a label that is %s is a fault of the data, never a score', async (_name, label) => {
  const same = `\\boxed{${typeof label === 'string' ? label : ''}}`;
  for (const response of ['\\boxed{5}', '\\boxed{64/400}', 'no box', same]) {
    await expect(gradeAnswer(response, label)).rejects.toMatchObject({ code: 'SLIME_DATA' });
  }
});
