import fc from 'fast-check';
import { argsForPlugin, copyPlain } from 'slime-runtime/hosting';
import type { TurnPlan } from '../../arbitraries/turn-plan.ts';
import { property } from '../../check.ts';
import { type EpisodeStart, episodeStart, showEpisode } from './episode-start.ts';
import { anyTurns } from './ordinary-turns.ts';
import { playEpisode } from './play-episode.ts';
import type { EnvTarget } from './target.ts';

export const inputsUnchanged = property<EnvTarget, { start: EpisodeStart; turns: TurnPlan[] }>({
  id: 'env/inputs-unchanged',
  title: 'the sample that build is given stays as it was',
  why: 'slime hands the very sample that it trains on: prompt, label and metadata that an environment writes to reach the reward function, the siblings and the next epoch.',
  fix: 'Copy before you change: structuredClone(sample.metadata), [...messages, mine].',
  source: 'slime/rollout/sglang_rollout.py (generate_and_rm_group), tau_bench/envs/base.py',
  faults: ['B046', 'A069', 'B032'],
  requires: ['env/hold'],
  share: 0.2,
  inputs: ({ world }) => fc.record({ start: episodeStart(world), turns: anyTurns(world) }),
  show: showEpisode,
  async holds(target, { start, turns }, trial) {
    const given = copyPlain(start.sample);
    await playEpisode(target, trial, {
      start,
      turns,
      throws: 'record',
      build: (signal) => target.buildOn(given, argsForPlugin(target.world.args), signal),
    });
    trial.equal(given, start.sample, 'sample after an episode');
  },
});
