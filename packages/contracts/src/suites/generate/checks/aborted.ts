import fc from 'fast-check';
import { property } from '../../../check.ts';
import { type EpisodeCase, showCase } from '../cases/episode-case.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import { troubles } from '../cases/endings.ts';
import { assertNoFailureScored } from '../laws/assert-ending.ts';
import { assertInvariants } from '../laws/assert-lengths.ts';
import { assertProvenance } from '../laws/assert-provenance.ts';
import { playEpisode } from '../play-episode.ts';
import { samplesOfCall } from '../read-samples.ts';
import { ABORTS, type Trouble } from '../stage/trouble.ts';
import { repliesOf } from '../stage/wire.ts';
import type { GenerateTarget } from '../target.ts';

interface AbortCase {
  episode: EpisodeCase;
  aborts: readonly Trouble[];
}

/** What becomes of a generation that the engine aborted. */
export const aborted = property<GenerateTarget, AbortCase>({
  id: 'generate/aborted',
  title: 'a turn that the engine aborted makes an aborted sample, or is asked for again',
  why: 'slime aborts what still runs at the end of every rollout. Part of a turn that is taken for a whole one is graded and trained; an error at the missing meta fields ends the run.',
  fix: 'At finish_reason abort stop: status aborted, reward null, and the tokens so far or none; every meta field but id and finish_reason may be missing. Or sample on right behind the part.',
  source: 'slime/rollout/sglang_rollout.py abort; SGLang POST /abort_request',
  faults: ['A001', 'A092', 'B053', 'B090'],
  requires: ['generate/tokens', 'generate/provenance'],
  share: 0.1,
  mostCases: 40,
  inputs: ({ world }) =>
    fc.record({
      episode: episodeCase(world, { ends: ['stop'], mostReplies: 3 }),
      aborts: fc
        .tuple(troubles(ABORTS, [null, 1]), troubles(ABORTS, [null, 1]))
        .map((lists) => lists.flat()),
    }),
  show: ({ episode, aborts }, target) => ({ episode: showCase(episode, target), aborts }),
  async holds(target, { episode: input, aborts }, trial) {
    for (const trouble of aborts) {
      const one = { ...input, troubles: [trouble] };
      const episode = await playEpisode(target, trial, one);
      const samples = samplesOfCall(episode, trial);
      assertInvariants(trial, episode, episode.args, [
        'response_length',
        'loss_mask',
        'log_probs',
        'top_p',
        'routed_experts',
      ]);
      assertNoFailureScored(trial, samples, episode);
      assertProvenance(trial, samples, repliesOf(episode.requests));
    }
  },
});
