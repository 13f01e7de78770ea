import { readMetrics, ResultFault } from 'slime-runtime/hosting';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { playEpisode } from '../play-episode.ts';
import type { EnvTarget } from '../target.ts';
import { type EpisodeCase, episodeCase, showEpisode } from './episode-case.ts';

const REQUIRES = ['env/survives-text', 'env/survives-calls'] as const;

/** Metrics are numbers. */
export const metrics = property<EnvTarget, EpisodeCase>({
  id: 'env/metrics',
  title: 'metrics() gives finite numbers after any episode',
  why:
    'It is called when the episode is over. What is no number, such as a mean of nothing, fails the ' +
    'episode although it went well.',
  fix: 'Return an object of finite numbers; 0 where there is nothing to count or to average.',
  source: 'packages/runtime/src/rollout/interact.ts; packages/sdk/src/env.ts (metrics)',
  faults: [],
  requires: REQUIRES,
  share: 0.25,
  inputs: (target) => episodeCase(target),
  show: showEpisode,
  async holds(target, { start, turns }, trial) {
    const played = await playEpisode(target, trial, { start, turns, throws: 'record' });
    if (played.metrics !== null) readAll(trial, played.metrics);
  },
});

/** The same numbers after every episode. */
export const metricsKeys = property<EnvTarget, EpisodeCase>({
  id: 'env/metrics-keys',
  title: 'metrics() has the same keys after every episode',
  why:
    'A metric is averaged over the episodes that have it. A counter that appears with its first event ' +
    'is averaged over those alone: never below 1, however rare the event.',
  fix: 'Give all counters from the start of the episode on, with 0.',
  source: 'packages/runtime/src/observe/episode-metrics.ts',
  faults: [],
  requires: ['env/metrics'],
  share: 0.15,
  inputs: (target) => episodeCase(target),
  show: showEpisode,
  async holds(target, { start, turns }, trial) {
    const fresh = await playEpisode(target, trial, { start, turns: [], throws: 'record' });
    const played = await playEpisode(target, trial, { start, turns, throws: 'record' });
    if (fresh.metrics === null || played.metrics === null) return;
    trial.equal(
      keysOf(played.metrics),
      keysOf(fresh.metrics),
      'keys after the episode and before its first turn',
    );
  },
});

function readAll(trial: Trial, value: unknown): void {
  try {
    readMetrics(value);
  } catch (error) {
    if (!(error instanceof ResultFault)) throw error;
    trial.fail({ expected: 'an object of finite numbers', got: error.message, note: 'metrics' });
  }
}

function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value).sort() : [];
}
