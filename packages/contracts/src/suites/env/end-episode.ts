import type { Trial } from '../../trial.ts';
import type { EpisodeStart } from './episode-start.ts';
import { playEpisode } from './play-episode.ts';
import type { PlayedTurn } from './policy-voice.ts';
import type { EnvTarget } from './target.ts';
import { buildEnv, closeQuietly, stepOnce, withEnv } from './with-env.ts';

/** A way in which episodes end. */
export interface Ending {
  /** Behind "episodes". */
  words: string;
  play(
    target: EnvTarget,
    trial: Trial,
    episode: { start: EpisodeStart; turns: readonly PlayedTurn[] },
  ): Promise<void>;
}

const stopped = (): Error => new Error('the run was stopped');

/** Every way in which the loop ends an episode; each env is closed once. */
export const ENDINGS: readonly Ending[] = [
  {
    words: 'that ended in order',
    async play(target, trial, { start, turns }) {
      await playEpisode(target, trial, { start, turns, throws: 'record' });
    },
  },
  {
    words: 'that were closed before a reset',
    async play(target, trial, { start }) {
      await withEnv(target, trial, start, async () => {});
    },
  },
  {
    words: 'that ended by a throw',
    async play(target, trial, { start, turns }) {
      const { signal } = new AbortController();
      const { seed } = start;
      const env = await buildEnv(target, trial, start, signal);
      await stepOnce(target, trial, env, {
        where: 'step before reset',
        text: '\0',
        truncated: false,
        turn: 0,
        seed,
        signal,
      });
      await playEpisode(target, trial, { start, turns, env, throws: 'record' });
      await closeQuietly(env, trial);
    },
  },
  {
    words: 'that were aborted in a step',
    async play(target, trial, { start, turns }) {
      const controller = new AbortController();
      const { signal } = controller;
      const { seed } = start;
      const env = await buildEnv(target, trial, start, signal);
      const played = await playEpisode(target, trial, {
        start,
        turns: turns.slice(0, 2),
        env,
        signal,
        throws: 'record',
      });
      const [last = { text: 'so', truncated: false }] = played.responses.slice(-1);
      const where = 'step, aborted';
      const turn = played.turns.length;
      const step = stepOnce(target, trial, env, { ...last, where, turn, seed, signal });
      controller.abort(stopped());
      await step;
      await closeQuietly(env, trial);
    },
  },
  {
    words: 'that were aborted in the reset',
    async play(target, trial, { start }) {
      const controller = new AbortController();
      const { signal } = controller;
      const { seed } = start;
      const env = await buildEnv(target, trial, start, signal);
      const reset = trial.attempt('reset, aborted', () => env.reset({ seed, attempt: 0, signal }));
      controller.abort(stopped());
      await reset;
      await closeQuietly(env, trial);
    },
  },
  {
    words: 'that were aborted while they were built',
    async play(target, trial, { start }) {
      const controller = new AbortController();
      const { signal } = controller;
      const build = trial.attempt('build, aborted', () => target.build(start.sample, signal));
      controller.abort(stopped());
      const built = await build;
      // The loop closes what a build gives after nobody waits for it any more.
      if (built.ok) await closeQuietly(built.value, trial);
    },
  },
];
