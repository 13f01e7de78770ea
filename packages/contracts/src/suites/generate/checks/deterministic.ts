import { property } from '../../../check.ts';
import { showCase } from '../cases/episode-case.ts';
import { type EpisodeCase } from '../cases/episode-case.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import { comparable } from '../comparable.ts';
import { playEpisode } from '../play-episode.ts';
import type { GenerateTarget } from '../target.ts';

/** The same engine and seed, the same samples. */
export const deterministic = property<GenerateTarget, EpisodeCase>({
  id: 'generate/deterministic',
  title: 'the same sample, seed and replies give the same result',
  why: 'A run that cannot be repeated cannot be debugged, and replays of failures show something else.',
  fix: 'Draw from context.seed, not from Math.random or the clock; else declare deterministic: false in defineGenerate.',
  source: 'slime-sdk defineGenerate (deterministic)',
  faults: ['B140'],
  requires: ['generate/result-shape'],
  share: 0.05,
  mostCases: 20,
  inputs: ({ world }) => episodeCase(world, { ends: ['stop'] }),
  show: showCase,
  needs: ({ plugin }) =>
    plugin.claims.deterministic ? null : 'a deterministic function (defineGenerate)',
  async holds(target, input, trial) {
    const [first, second] = [
      await playEpisode(target, trial, input),
      await playEpisode(target, trial, input, { where: 'generate, once more' }),
    ];
    trial.equal(comparable(second, trial), comparable(first, trial), 'samples of the second call');
  },
});
