import { beforeAll, describe, expect, it } from 'vitest';
import { createRolloutArgs, type Policy } from 'slime-sdk';
import { geo3kPolicy } from '../src/index.ts';
import { createRandom, createRow, type Played, playEpisode } from './play-episode.ts';

const labels = ['48', '2 \\sqrt { 221 }', '\\frac { 20 } { 3 }', '155.5', 12];
const EPISODES = 1200;

describe('the sample policy', () => {
  let policy: Policy;
  let played: Played[];

  const play = (options: { maxTurns?: number; isKnown?: boolean } = {}) => {
    const random = createRandom(7);
    const rows = Array.from({ length: EPISODES }, (_, at) =>
      createRow(labels[at % labels.length] ?? null),
    );
    return rows.reduce<Promise<Played[]>>(async (done, row) => {
      const before = await done;
      before.push(await playEpisode(policy, row, { random, ...options }));
      return before;
    }, Promise.resolve([]));
  };

  const share = (episodes: readonly Played[]) =>
    episodes.reduce((sum, { reward }) => sum + reward, 0) / episodes.length;

  beforeAll(async () => {
    policy = await geo3kPolicy.build({ args: createRolloutArgs() });
    played = await play();
  });

  // Five standard deviations of 1200 draws.
  it('solves 60 of 100 episodes, fewer when turns are short, none without a label', async () => {
    expect(Math.abs(share(played) - 0.6)).toBeLessThan(0.071);
    expect(Math.abs(share(await play({ maxTurns: 2 })) - 0.45)).toBeLessThan(0.072);
    expect(Math.abs(share(await play({ maxTurns: 1 })) - 0.1)).toBeLessThan(0.044);
    expect(share(await play({ isKnown: false }))).toBe(0);
  });

  it('ends its episodes in three ways', () => {
    expect(new Set(played.map(({ ending }) => ending))).toEqual(
      new Set(['env_done', 'max_turns', 'length']),
    );
  });

  it('sends well-formed, malformed and parallel calls, and drafts some in its reasoning', () => {
    const turns = played.flatMap((episode) => episode.turns);
    const calls = turns.flatMap((turn) => turn.calls);
    expect(calls.filter(({ error }) => error === undefined).length).toBeGreaterThan(500);
    expect(new Set(calls.flatMap(({ error }) => error ?? [])).size).toBeGreaterThan(6);
    expect(turns.some((turn) => turn.calls.length === 2)).toBe(true);
    expect(turns.some(({ reasoning }) => reasoning.includes('<tool_call>'))).toBe(true);
  });

  it('says the same for the same request', async () => {
    const row = createRow('48');
    const again = async () => playEpisode(policy, row, { random: createRandom(3) });
    expect(await again()).toEqual(await again());
  });
});
