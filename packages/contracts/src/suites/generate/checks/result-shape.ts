import { property } from '../../../check.ts';
import { type EpisodeCase, showCase } from '../cases/episode-case.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import { assertInvariants } from '../laws/assert-lengths.ts';
import { playEpisode } from '../play-episode.ts';
import { isScored, nameOf, samplesOfCall } from '../read-samples.ts';
import type { GenerateTarget } from '../target.ts';

/** What comes back is a sample, or a list of them. */
export const resultShape = property<GenerateTarget, EpisodeCase>({
  id: 'generate/result-shape',
  title: 'the result is a sample or a non-empty list of samples, each field of its type',
  why: 'slime checks nothing here: null or a tuple crashes far away, an empty list in the logging, and a token id of 4.7 is trained as 4.',
  fix: 'Return the sample of tape.finish(), or { ...sample, … } with the fields of slime-sdk’s Sample; several as context.fanOut(segments, …).',
  source: 'slime/rollout/sglang_rollout.py generate_and_rm; slime/utils/types.py Sample',
  faults: ['B056', 'B069'],
  requires: ['generate/settles'],
  share: 0.1,
  mostCases: 40,
  inputs: ({ world }) => episodeCase(world, { ends: ['stop'] }),
  show: showCase,
  async holds(target, input, trial) {
    const episode = await playEpisode(target, trial, input);
    const samples = samplesOfCall(episode, trial);
    assertInvariants(trial, episode, episode.args, ['shape', 'tokens', 'metadata', 'reward']);
    for (const [at, sample] of samples.entries()) {
      if (!isScored(sample) || sample.response !== '' || sample.response_length <= 0) continue;
      const { encoder } = target.stage;
      const ids = sample.tokens.slice(-sample.response_length);
      const text = await encoder.decode(ids, { skipSpecialTokens: true });
      if (text.trim() === '') continue;
      trial.fail({
        expected: 'the text of the response in `response`, where reward functions read it',
        got: `${nameOf(samples, at)} has the text ${JSON.stringify(text)} in its tokens and an empty response`,
      });
    }
  },
});
