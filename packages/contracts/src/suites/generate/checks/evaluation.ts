import { property } from '../../../check.ts';
import { type EpisodeCase, showCase } from '../cases/episode-case.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import { assertInvariants } from '../laws/assert-lengths.ts';
import { playEpisode } from '../play-episode.ts';
import { samplesOfCall } from '../read-samples.ts';
import type { GenerateTarget } from '../target.ts';

/** Training and evaluation both work. */
export const evaluation = property<GenerateTarget, EpisodeCase>({
  id: 'generate/evaluation',
  title: 'it works in evaluation as in training',
  why: 'Evaluation hands over samples without a group_index and reads context.evaluation; a function that fails there ends the run at the first evaluation, hours after its start.',
  fix: 'Do not rely on group_index, which is null in evaluation, and return samples in both modes.',
  source: 'slime/rollout/sglang_rollout.py eval_rollout_single_dataset',
  faults: [],
  requires: ['generate/result-shape'],
  share: 0.05,
  mostCases: 20,
  inputs: ({ world }) => episodeCase(world, { forms: 'plain', ends: ['stop'] }),
  show: showCase,
  async holds(target, input, trial) {
    for (const isEvaluation of [false, true]) {
      const where = isEvaluation ? 'generate in evaluation' : 'generate in training';
      const one = { ...input, evaluation: isEvaluation };
      const episode = await playEpisode(target, trial, one, { where });
      if (!episode.outcome.ok) {
        trial.fail({ expected: `${where} does not throw`, got: episode.outcome.text });
      }
      samplesOfCall(episode, trial);
      assertInvariants(trial, episode, episode.args, ['shape', 'tokens', 'metadata', 'reward']);
    }
  },
});
