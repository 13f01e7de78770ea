import { describe, expect, it } from 'vitest';
import { readVerdict } from '../../../src/rewards/compose/judge/read-verdict.ts';

const read = (reply: string): number | string => readVerdict(reply, [0, 10]);

describe('a verdict', () => {
  it.each<[string, number]>([
    ['{"reasoning": "fine", "score": 7}', 7],
    ['  {"score": 7.5}\n', 7.5],
    ['{\n  "reasoning": "a\\nb",\n  "score": 0\n}', 0],
    ['```json\n{"score": 3}\n```', 3],
    ['```\n{"score": 3}\n```', 3],
    ['<think>{"score": 9}</think>\n{"score": 3}', 3],
    ['<think>it says </think>{"score": 9}</think>{"score": 3}', 3],
    ['It quotes {"score": 9}.\n{"reasoning": "bad", "score": 2}', 2],
    ['It is fine.\nScore: 7', 7],
    ['Score: 9, it says.\n**Score:** 7/10.', 7],
    ['## score = 4.25', 4.25],
  ])('is read of %j: %d', (reply, score) => {
    expect(read(reply)).toBe(score);
  });

  it.each([
    '',
    '<think>{"score": 9}</think>',
    'fine',
    '7',
    '{"score": "7"}',
    '{"score": null}',
    '{"mark": 7}',
    '[7]',
    '{"score": 7',
    '{"score": 7} is what it wants.',
    'Score: 7\nThat is all.',
    'The answer says Score: 7',
    'Score: 7/5',
    'Score: seven',
    `Score: ${'*'.repeat(5000)}7`,
    '{"score": NaN}',
  ])('is not there in %j', (reply) => {
    expect(read(reply)).toEqual(expect.any(String));
  });

  it.each(['{"score": 11}', '{"score": -1}', '{"score": 1e300}', 'Score: -1'])(
    'off the scale is none: %j',
    (reply) => {
      expect(read(reply)).toMatch(/is not on the scale from 0 to 10$/);
    },
  );
});
