import fc from 'fast-check';
import { property } from '../../check.ts';
import { needsDeterministic } from './deterministic.ts';
import { type EpisodeStart, episodeStart, showEpisode } from './episode-start.ts';
import { playEpisode, visible } from './play-episode.ts';
import type { EnvTarget } from './target.ts';

export const siblings = property<EnvTarget, { start: EpisodeStart; count: number; first: number }>({
  id: 'env/siblings',
  title: 'the samples of a prompt start alike',
  why: 'Rewards of a group are compared with their mean. Siblings that start differently are graded on different tasks, and the difference is trained.',
  fix: 'Choose the task by the row and context.seed, which the siblings share; not by sample.index, rollout_id, session_id or a counter.',
  source:
    'slime-sdk (siblings see identical first messages); slime/rollout/data_source.py (group_index)',
  faults: ['A093', 'B032', 'B042'],
  requires: ['env/deterministic'],
  needs: needsDeterministic,
  share: 0.1,
  inputs: ({ world }) =>
    fc.record({
      start: episodeStart(world),
      count: fc.integer({ min: 2, max: 8 }),
      first: fc.nat(10_000),
    }),
  show: showEpisode,
  async holds(target, { start, count, first }, trial) {
    const starts: unknown[] = [];
    for (let at = 0; at < count; at += 1) {
      const index = first + at;
      const sample = { ...start.sample, index, rollout_id: index, session_id: `session-${index}` };
      const sibling = { ...start, sample };
      starts.push(visible(await playEpisode(target, trial, { start: sibling, turns: [] })));
    }
    for (const other of starts.slice(1)) {
      trial.equal(other, starts[0], 'the start of a sibling against the first one’s');
    }
  },
});
