import { property } from '../../../check.ts';
import { type EpisodeCase, showCase } from '../cases/episode-case.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import { assertTokens } from '../laws/assert-tokens.ts';
import { playEpisode } from '../play-episode.ts';
import { samplesOfCall } from '../read-samples.ts';
import { repliesOf } from '../stage/wire.ts';
import type { GenerateTarget } from '../target.ts';

/** Tokens are the prompt, what was sampled, and bridges between. */
export const tokens = property<GenerateTarget, EpisodeCase>({
  id: 'generate/tokens',
  title:
    'tokens are the prompt as the engine read it, the sampled ids in place, and bridges between them',
  why: 'The trainer computes probabilities of exactly these ids behind exactly this prompt: with another prompt, a header left out or a response_length that is off by one, it trains on what nobody sampled.',
  fix: 'Keep one list of ids, send it, and append the ids of the reply to it; or use context.tape(). Keep the id that ends a turn: it was sampled too. A turn that you cut makes its sample truncated; to end turns at a text, ask for it with `stop`. Leave out an observation that no turn follows.',
  source: 'slime/utils/types.py Sample; slime/ray/rollout.py convert_samples_to_train_data',
  faults: ['A049', 'A113', 'B007'],
  requires: ['generate/result-shape'],
  share: 0.2,
  mostCases: 100,
  inputs: ({ world }) => episodeCase(world),
  show: showCase,
  async holds(target, input, trial) {
    const episode = await playEpisode(target, trial, input);
    const samples = samplesOfCall(episode, trial);
    assertTokens(trial, samples, repliesOf(episode.requests), target.stage.encoder);
  },
});
