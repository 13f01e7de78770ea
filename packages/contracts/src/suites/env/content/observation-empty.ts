import { property } from '../../../check.ts';
import { playEpisode } from '../play-episode.ts';
import type { EnvTarget } from '../target.ts';
import { atTurn, type EpisodeCase, episodeCase, showEpisode } from './episode-case.ts';
import { countPictures, textsOf, validMessages } from './observation-case.ts';

/** A turn that another one follows is answered by something. */
export const observationEmpty = property<EnvTarget, EpisodeCase>({
  id: 'env/observation-empty',
  title: 'An observation is empty only where the environment declares it',
  why:
    'An empty answer is mostly a value that got lost on its way: a tool that gave nothing, a field ' +
    'of another name. The loop takes it for a failure of the environment.',
  fix:
    'Say what happened, even if it is "no result". Where silence is meant, declare observation: ' +
    '{ empty: true } in defineEnv.',
  source:
    'slime examples/geo3k_vlm_multi_turn/base_env.py:24; packages/sdk/src/env.ts (observation)',
  faults: ['B021'],
  requires: ['env/observation-shape'],
  share: 0.25,
  needs: ({ plugin }) =>
    plugin.declaration.observation.empty
      ? 'an environment that does not declare `observation.empty`'
      : null,
  inputs: (target) => episodeCase(target),
  show: showEpisode,
  async holds(target, { start, turns }, trial) {
    const played = await playEpisode(target, trial, { start, turns, throws: 'record' });
    for (const turn of played.turns) {
      const messages = validMessages(turn);
      if (messages === null || countPictures(messages) > 0) continue;
      if (textsOf(messages).some((text) => text !== '')) continue;
      trial.fail({
        expected: 'some text or a picture',
        got: messages.length === 0 ? 'no message' : 'an empty text',
        note: atTurn(turn),
      });
    }
  },
});
