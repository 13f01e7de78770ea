import { describe, expect, it } from 'vitest';
import { geo3kReward } from '../src/index.ts';
import { createRow, gradeTurns, readTurn } from './play-episode.ts';

const call = (answer: string) =>
  `<tool_call>\n${JSON.stringify({ name: 'calc_score', arguments: { answer } })}\n</tool_call>`;

const grade = (label: string | number, ...texts: string[]) =>
  gradeTurns(texts.map(readTurn), createRow(label));

describe('the reward', () => {
  it('is 1 for the label in the last box of the last turn, in any form, and 0 for less', async () => {
    expect(await grade('\\frac { 20 } { 3 }', 'So \\boxed{20/3}.')).toBe(1);
    expect(await grade(48, 'Either \\boxed{7} or \\boxed{48.0}')).toBe(1);
    expect(await grade('48', 'Either \\boxed{48} or \\boxed{7}')).toBe(0);
    expect(await grade('48', 'It is 48.')).toBe(0);
    expect(await grade('48', '')).toBe(0);
  });

  it('counts the final answer alone: no earlier turn, no call, no reasoning', async () => {
    expect(await grade('48', '\\boxed{48}', 'I give up.')).toBe(0);
    expect(await grade('48', call('48'), call('\\boxed{48}'))).toBe(0);
    expect(await grade('48', '<think>\\boxed{48}</think>No idea.')).toBe(0);
  });

  it('is no 0 for a row without a usable label', async () => {
    await expect(gradeTurns([readTurn('\\boxed{1}')], createRow(null))).rejects.toMatchObject({
      code: 'SLIME_DATA',
    });
  });

  it('holds its own examples right and wrong', async () => {
    for (const label of ['48', 48, '2 \\sqrt { 221 }', '\\frac { 20 } { 3 }', '155.5']) {
      const row = createRow(label);
      expect(await gradeTurns([readTurn(geo3kReward.examples?.right(row) ?? '')], row)).toBe(1);
      expect(await gradeTurns([readTurn(geo3kReward.examples?.wrong(row) ?? '')], row)).toBe(0);
    }
  });
});
