import fc from 'fast-check';
import type { TurnPlan } from '../../arbitraries/turn-plan.ts';
import { property } from '../../check.ts';
import { type EpisodeStart, episodeStart, showEpisode } from './episode-start.ts';
import { anyTurns } from './ordinary-turns.ts';
import { playEpisode } from './play-episode.ts';
import type { EnvTarget } from './target.ts';

export const quiet = property<EnvTarget, { start: EpisodeStart; turns: TurnPlan[] }>({
  id: 'env/quiet',
  title: 'an episode writes nothing to standard output',
  why: 'Commands print their report there, and a line for each of a million turns drowns everything else in the log.',
  fix: 'Leave the line out, put what it says into info or metrics, or write it to standard error.',
  source: 'CONTRIBUTING.md (standard output belongs to reports)',
  faults: [],
  requires: ['env/hold'],
  share: 0.05,
  inputs: ({ world }) => fc.record({ start: episodeStart(world), turns: anyTurns(world) }),
  show: showEpisode,
  async holds(target, { start, turns }, trial) {
    await playEpisode(target, trial, { start, turns, throws: 'record' });
    if (trial.output !== '') {
      trial.fail({ expected: 'nothing on standard output', got: trial.output });
    }
  },
});
