import fc from 'fast-check';
import { examination } from '../../../check.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import { playEpisode } from '../play-episode.ts';
import { isScored, samplesOfCall } from '../read-samples.ts';
import type { GenerateTarget } from '../target.ts';

const EPISODES = 24;

/** A reward that is set is not computed. */
export const placeholderReward = examination<GenerateTarget>({
  id: 'generate/placeholder-reward',
  title: 'reward is left null where a reward function is to compute it',
  why: 'slime grades only what has reward null: a 0 that stands for “not yet” is trained as the reward of every sample.',
  fix: 'Leave reward null and let the reward function set it; or leave the reward function out of the arguments.',
  source: 'slime/rollout/sglang_rollout.py generate_and_rm (reward is None)',
  faults: ['B054'],
  requires: ['generate/result-shape'],
  needs: ({ world: { args } }) =>
    args.custom_rm_path === null && args.rm_type === null
      ? 'a reward function (--custom-rm-path or --rm-type)'
      : null,
  async examine(target, trial) {
    const cases = fc.sample(episodeCase(target.world, { ends: ['stop'] }), {
      seed: trial.seed,
      numRuns: EPISODES,
    });
    const rewards = new Set<string>();
    for (const input of cases) {
      const samples = samplesOfCall(await playEpisode(target, trial, input), trial);
      for (const { reward } of samples.filter(isScored)) rewards.add(JSON.stringify(reward));
    }
    const [only] = rewards;
    if (rewards.size !== 1 || only === 'null') return;
    trial.fail({
      expected: 'reward null: a reward function is configured',
      got: `reward ${only ?? ''} on every sample of ${EPISODES} episodes`,
    });
  },
});
