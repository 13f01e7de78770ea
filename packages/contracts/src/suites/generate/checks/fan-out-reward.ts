import { fanOut, type FanOutReward, type Reward } from 'slime-sdk';
import { property } from '../../../check.ts';
import { type EpisodeCase, showCase } from '../cases/episode-case.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import { playEpisode } from '../play-episode.ts';
import { isScored, samplesOfCall } from '../read-samples.ts';
import type { GenerateTarget } from '../target.ts';

/** What segments are worth. */
export const fanOutReward = property<GenerateTarget, EpisodeCase>({
  id: 'generate/fan-out-reward',
  title: 'segments carry the reward of their rollout as declared: each the whole, or shares of it',
  why: 'The baseline is the mean over rollouts. Where a success counts once for each of its segments it outweighs a failure, and splitting an episode changes what it teaches.',
  fix: 'Declare fanOutReward: ‘full’ (the default) or ‘split’ in defineGenerate, pass the same to context.fanOut, and set the reward before splitting it: a reward function that comes later gives each segment the whole.',
  source: 'slime/ray/rollout.py _post_process_rewards; THUDM/slime#2300',
  faults: ['A027', 'B089'],
  requires: ['generate/fan-out'],
  share: 0.1,
  mostCases: 40,
  inputs: ({ world }) => episodeCase(world, { ends: ['stop'] }),
  show: showCase,
  needs: ({ traits }) => (traits.isSingle ? 'a function that returns several samples' : null),
  async holds(target, input, trial) {
    const { fanOutReward: declared } = target.plugin.claims;
    const used: FanOutReward[] = [];
    const episode = await playEpisode(target, trial, input, {
      fanOut: (segments, options) => {
        used.push(options.reward);
        return fanOut(segments, options);
      },
    });
    const samples = samplesOfCall(episode, trial);
    const other = used.find((reward) => reward !== declared);
    if (other !== undefined) {
      trial.fail({
        expected: `context.fanOut with reward ‘${declared}’, as declared`,
        got: `reward ‘${other}’`,
      });
    }
    const scored = samples.filter(isScored);
    if (samples.length < 2 || scored.length < samples.length) return;
    const rewards = samples.map(({ reward }) => reward);
    if (declared === 'split' && rewards.includes(null)) {
      trial.fail({
        expected: 'shares of the reward on all segments: it is declared ‘split’',
        got: `reward null on ${rewards.filter((reward) => reward === null).length} of ${samples.length} segments: each would be given the whole`,
      });
    }
    if (declared === 'split' || isSame(rewards)) return;
    trial.fail({
      expected: 'the same reward on every segment: it is declared ‘full’, or by default',
      got: `rewards ${JSON.stringify(rewards)}`,
    });
  },
});

function isSame(rewards: readonly (Reward | null)[]): boolean {
  return new Set(rewards.map((reward) => JSON.stringify(reward))).size <= 1;
}
