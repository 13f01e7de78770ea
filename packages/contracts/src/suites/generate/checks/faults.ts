import fc from 'fast-check';
import { property } from '../../../check.ts';
import { type EpisodeCase, showCase } from '../cases/episode-case.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import { lostReplies } from '../cases/endings.ts';
import { assertNoFailureScored } from '../laws/assert-ending.ts';
import { assertProvenance } from '../laws/assert-provenance.ts';
import { playEpisode } from '../play-episode.ts';
import { samplesOf } from '../read-samples.ts';
import { repliesOf } from '../stage/wire.ts';
import type { Trouble } from '../stage/trouble.ts';
import type { GenerateTarget } from '../target.ts';

interface FaultCase {
  episode: EpisodeCase;
  faults: readonly Trouble[];
}

/** A failing engine is no answer. */
export const faults = property<GenerateTarget, FaultCase>({
  id: 'generate/faults',
  title:
    'status codes, broken connections and broken replies lead to a retry or a failure, never to a reward',
  why: 'An engine that restarts for a minute would otherwise be trained as a hundred wrong answers, and what stood in half a reply as a whole turn.',
  fix: 'Ask again a few times on 408, 429, 5xx, resets and replies that are no JSON, with a new rid; then throw, or return status aborted with reward null. Never return what there was so far as completed.',
  source: 'SGLang and its router (HTTP status); slime/utils/http_utils.py post',
  faults: ['A023', 'B090'],
  requires: ['generate/tokens', 'generate/provenance'],
  share: 0.08,
  mostCases: 24,
  inputs: ({ world }) =>
    fc.record({
      episode: episodeCase(world, { ends: ['stop'], mostReplies: 3 }),
      faults: lostReplies(),
    }),
  show: ({ episode, faults: list }, target) => ({
    episode: showCase(episode, target),
    faults: list,
  }),
  async holds(target, { episode: input, faults: list }, trial) {
    for (const trouble of list) {
      const one = { ...input, troubles: [trouble] };
      const episode = await playEpisode(target, trial, one);
      const samples = samplesOf(episode, trial);
      if (samples === null) continue;
      assertNoFailureScored(trial, samples, episode);
      assertProvenance(trial, samples, repliesOf(episode.requests));
    }
  },
});
