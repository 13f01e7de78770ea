import fc from 'fast-check';
import { readSnapshot } from 'slime-runtime/hosting';
import type { TurnPlan } from '../../arbitraries/turn-plan.ts';
import { property } from '../../check.ts';
import { needsDeterministic } from './deterministic.ts';
import { EpisodeCalls, isDone, rewardOf } from './episode-calls.ts';
import { comparable } from './comparable.ts';
import { type EpisodeStart, episodeStart } from './episode-start.ts';
import { anyTurns } from './ordinary-turns.ts';
import { playEpisode } from './play-episode.ts';
import type { EnvTarget } from './target.ts';
import { withEnv } from './with-env.ts';

/** Starts that are tried until an env can be looked at. */
const TRIES = 16;

export const snapshot = property<EnvTarget, { start: EpisodeStart; turns: TurnPlan[]; at: number }>(
  {
    id: 'env/snapshot',
    title: 'restore takes an episode back to its snapshot: the same responses go on alike',
    why: 'After a RetryableEnvError the loop restores the state before the turn and asks again. A snapshot that holds half of the state makes another episode of it.',
    fix: 'Let snapshot() give all that reset() sets, as plain data that nothing changes afterwards, and restore() set all of it.',
    source: 'DESIGN.md (failures of an environment)',
    faults: ['A023', 'A061', 'B010'],
    requires: ['env/deterministic'],
    async needs(target) {
      const without = 'an environment with snapshot() and restore()';
      return needsDeterministic(target) ?? ((await canSnapshot(target)) ? null : without);
    },
    share: 0.3,
    inputs: ({ world }) =>
      fc.record({ start: episodeStart(world), turns: anyTurns(world), at: fc.nat(7) }),
    async holds(target, { start, turns, at }, trial) {
      const { signal } = new AbortController();
      await withEnv(target, trial, start, async (env) => {
        const wanted = at % turns.length;
        let taken: unknown;
        const played = await playEpisode(target, trial, {
          start,
          turns,
          env,
          signal,
          throws: 'record',
          async before(where) {
            if (where !== `step of turn ${wanted}`) return;
            taken = await trial.call('snapshot', async () => readSnapshot(await env.snapshot?.()));
          },
        });
        const rest = played.turns.slice(wanted);
        if (rest.length === 0) return;
        await trial.call('restore', () => env.restore?.(taken));
        const { seed } = start;
        const calls = new EpisodeCalls({ trial, env, seed, signal, attempt: 0, maxRetries: 0 });
        for (const { spoken, context, seen } of rest) {
          const { result, messages } = await calls.step(spoken, context);
          const again = comparable({ messages, done: isDone(result), reward: rewardOf(result) });
          const what = `turn ${context.turn}, after a restore to turn ${wanted}`;
          trial.equal(again, seen, `${what}, against before`);
        }
      });
    },
  },
);

async function canSnapshot({ world, build }: EnvTarget): Promise<boolean> {
  const { signal } = new AbortController();
  for (const { sample } of fc.sample(episodeStart(world), { seed: 0, numRuns: TRIES })) {
    try {
      const env = await build(sample, signal);
      await env.close();
      return typeof env.snapshot === 'function' && typeof env.restore === 'function';
    } catch {
      // The sample is refused: env/build says so where that matters.
    }
  }
  return true;
}
