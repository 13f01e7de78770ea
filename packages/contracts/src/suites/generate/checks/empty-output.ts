import fc from 'fast-check';
import { property } from '../../../check.ts';
import { type EpisodeCase, showCase } from '../cases/episode-case.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import { assertNoFailureScored } from '../laws/assert-ending.ts';
import { assertInvariants } from '../laws/assert-lengths.ts';
import { assertTokens } from '../laws/assert-tokens.ts';
import { playEpisode } from '../play-episode.ts';
import { samplesOf, samplesOfCall } from '../read-samples.ts';
import type { ReplyPlan } from '../stage/reply-plan.ts';
import { repliesOf } from '../stage/wire.ts';
import type { GenerateTarget } from '../target.ts';

interface EmptyCase {
  episode: EpisodeCase;
  /** Which turns are empty; the others are as in the episode. */
  empty: readonly number[];
  end: 'stop' | 'other_stop';
}

/** A turn of one stop id. */
export const emptyOutput = property<GenerateTarget, EmptyCase>({
  id: 'generate/empty-output',
  title: 'a turn of nothing but its end is a turn of one token',
  why: 'Policies learn to say nothing now and then. A function that reads the first word of an empty text throws there, and each such episode is lost.',
  fix: 'Handle text "" with one id. A reply without any id is a failure of the engine.',
  source: 'SGLang POST /generate (immediate EOS)',
  faults: ['A103'],
  requires: ['generate/tokens', 'generate/provenance'],
  share: 0.1,
  mostCases: 40,
  inputs: ({ world }) =>
    fc.record({
      episode: episodeCase(world, { ends: ['stop'] }),
      empty: fc.subarray([1, 2, 3]).map((others) => (others.length === 3 ? [1] : [0, ...others])),
      end: fc.constantFrom('stop' as const, 'other_stop' as const),
    }),
  show: ({ episode, ...rest }, target) => ({ episode: showCase(episode, target), ...rest }),
  async holds(target, { episode: input, empty, end }, trial) {
    const nothing: ReplyPlan = { text: '', form: 'plain', end };
    const replies = Array.from(
      { length: 4 },
      (_, at) =>
        (empty.includes(at) ? nothing : input.replies[at % input.replies.length]) ?? nothing,
    );
    const episode = await playEpisode(target, trial, { ...input, replies });
    const samples = samplesOfCall(episode, trial);
    assertInvariants(trial, episode, episode.args, ['response_length', 'loss_mask', 'log_probs']);
    assertTokens(trial, samples, repliesOf(episode.requests), target.stage.encoder);
    const [at = 0] = empty;
    const broken = { ...input, troubles: [{ kind: 'empty_output' as const, at, times: null }] };
    const failing = await playEpisode(target, trial, broken);
    const failed = samplesOf(failing, trial);
    if (failed !== null) assertNoFailureScored(trial, failed, failing);
  },
});
