import fc from 'fast-check';
import type { TurnPlan } from '../../arbitraries/turn-plan.ts';
import { property } from '../../check.ts';
import { type EpisodeStart, episodeStart, showEpisode, taken } from './episode-start.ts';
import { anyTurns } from './ordinary-turns.ts';
import { playEpisode, visible } from './play-episode.ts';
import { said } from './said.ts';
import type { EnvTarget } from './target.ts';
import { withEnv } from './with-env.ts';

/** What laws about repetition need. */
export function needsDeterministic({ plugin }: EnvTarget): string | null {
  return plugin.declaration.deterministic
    ? null
    : 'an environment that is deterministic by its seed (it declares deterministic: false)';
}

export const deterministic = property<EnvTarget, { start: EpisodeStart; turns: TurnPlan[] }>({
  id: 'env/deterministic',
  title: 'the same seed and responses give the same episode',
  why: 'The siblings of a prompt are compared with one another, and a failed turn is replayed from its start: both need an environment that does again what it did.',
  fix: 'Draw from context.seed, never from Math.random, the clock or the order of files. Declare deterministic: false in defineEnv where chance is meant.',
  source: 'slime-sdk (seeds); slime/rollout/sglang_rollout.py (group of a prompt)',
  faults: ['A093', 'B042'],
  requires: ['env/step-result'],
  needs: needsDeterministic,
  share: 0.4,
  inputs: ({ world }) => fc.record({ start: episodeStart(world), turns: anyTurns(world) }),
  show: showEpisode,
  async holds(target, { start, turns }, trial) {
    const first = await playEpisode(target, trial, { start, turns, throws: 'record' });
    const second = await playEpisode(target, trial, {
      start: taken(start),
      turns: first.responses,
      throws: 'record',
    });
    const what = `the episode again, on a new environment, where ${said(first.responses)}`;
    trial.equal(visible(second), visible(first), what);
  },
});

export const attemptReplay = property<EnvTarget, { start: EpisodeStart; turns: TurnPlan[] }>({
  id: 'env/attempt-replay',
  title: 'a reset with the next attempt and the same responses gives the same observations',
  why: 'After a RetryableEnvError the loop resets the same environment with attempt + 1 and replays the turns; it refuses to go on when an observation differs from the first run.',
  fix: 'Reset everything in reset(), and let nothing that the policy sees depend on context.attempt.',
  source: 'DESIGN.md (failures of an environment)',
  faults: ['B010', 'A023', 'A061'],
  requires: ['env/reset-fresh'],
  needs: needsDeterministic,
  share: 0.2,
  inputs: ({ world }) => fc.record({ start: episodeStart(world), turns: anyTurns(world) }),
  show: showEpisode,
  async holds(target, { start, turns }, trial) {
    await withEnv(target, trial, start, async (env) => {
      const first = await playEpisode(target, trial, { start, turns, env, throws: 'record' });
      const again = await playEpisode(target, trial, {
        start: taken(start),
        turns: first.responses,
        attempt: 1,
        env,
        throws: 'record',
      });
      const what = `the replay with attempt 1, where ${said(first.responses)}`;
      trial.equal(visible(again), visible(first), what);
    });
  },
});
