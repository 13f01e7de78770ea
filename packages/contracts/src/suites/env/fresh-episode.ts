import type { InteractionEnv } from 'slime-sdk';
import type { Trial } from '../../trial.ts';
import { type EpisodeStart, taken } from './episode-start.ts';
import { playEpisode, visible } from './play-episode.ts';
import type { PlayedTurn } from './policy-voice.ts';
import { said } from './said.ts';
import type { EnvTarget } from './target.ts';

/**
 * Plays an episode on an environment that was used before, from a reset, and breaks the law unless
 * it goes as on a new one. Where chance is declared, it must not throw what a new one does not.
 */
export async function expectFresh(
  target: EnvTarget,
  trial: Trial,
  env: InteractionEnv<unknown>,
  episode: { start: EpisodeStart; turns: readonly PlayedTurn[] },
): Promise<void> {
  const { start, turns } = episode;
  const used = await playEpisode(target, trial, { start, turns, env, throws: 'record' });
  const fresh = await playEpisode(target, trial, {
    start: taken(start),
    turns: used.responses,
    throws: 'record',
  });
  if (target.plugin.declaration.deterministic) {
    const what = 'the next episode against that of a new environment';
    trial.equal(visible(used), visible(fresh), `${what}, where ${said(used.responses)}`);
  } else if (used.thrown !== null && fresh.thrown === null) {
    trial.fail({ expected: 'the next episode as on a new environment', got: used.thrown.text });
  }
}
