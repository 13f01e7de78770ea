import { describe, expect, it } from 'vitest';
import { playTurns } from './play-turns.ts';

const open = (crate: string): string =>
  `<tool_call>\n${JSON.stringify({ name: 'open_crate', arguments: { crate } })}\n</tool_call>`;

describe('the store of crates', () => {
  it('pays for the right number after the crates were opened', async () => {
    const { observations, done, reward } = await playTurns([open('A'), open('B'), 'Answer: 5']);
    expect(observations.flat().map(({ content }) => content)).toEqual([
      'Crate A holds apples: 2, pears: 7.',
      'Crate B holds apples: 3.',
    ]);
    expect({ done, reward }).toEqual({ done: true, reward: 1 });
  });

  it('answers both calls of a turn', async () => {
    const { observations } = await playTurns([`${open('A')}\n${open('B')}`]);
    expect(observations[0]).toHaveLength(2);
  });

  it('says what the crates are when there is no such crate', async () => {
    const { observations, done } = await playTurns([open('Z')]);
    expect(observations.flat().map(({ content }) => content)).toEqual([
      'There is no such crate; the crates are A, B.',
    ]);
    expect(done).toBe(false);
  });

  it.each(['Answer: 4', 'Answer: 5 or 6', 'Answer: 4\nAnswer: 5', '5', ''])(
    'pays nothing for %j',
    async (text) => {
      expect(await playTurns([text])).toMatchObject({ done: true, reward: 0 });
    },
  );
});
