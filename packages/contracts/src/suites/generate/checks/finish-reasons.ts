import fc from 'fast-check';
import { property } from '../../../check.ts';
import { type EpisodeCase, showCase } from '../cases/episode-case.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import { troubles } from '../cases/endings.ts';
import { assertCutIsTold, assertNoFailureScored } from '../laws/assert-ending.ts';
import { assertProvenance } from '../laws/assert-provenance.ts';
import { playEpisode } from '../play-episode.ts';
import { samplesOf, samplesOfCall } from '../read-samples.ts';
import { BAD_FINISHES, type Trouble } from '../stage/trouble.ts';
import { repliesOf } from '../stage/wire.ts';
import type { GenerateTarget } from '../target.ts';

interface FinishCase {
  episode: EpisodeCase;
  finishes: readonly Trouble[];
}

const FINISHES = ['length', 'limit_stop', ...BAD_FINISHES] as const;

/** Each finish reason leads to its status. */
export const finishReasons = property<GenerateTarget, FinishCase>({
  id: 'generate/finish-reasons',
  title:
    'every finish reason leads to its status: stop and length by their words, null and unknown ones never to a reward',
  why: 'A turn that was cut and reported as completed is graded as an answer; a null or unknown finish reason is a failure of the engine, and trained as an answer it teaches what nobody said.',
  fix: 'Go by finish_reason.type, not by one end id: stop is the end of a turn, length a cut (unless the last id is a stop id), all else a failure to ask again for or to throw.',
  source: 'SGLang meta_info.finish_reason; slime/utils/types.py Sample.append_response_tokens',
  faults: ['A090', 'B009', 'B067', 'B088'],
  requires: ['generate/tokens', 'generate/provenance'],
  share: 0.1,
  mostCases: 40,
  inputs: ({ world }) =>
    fc.record({
      episode: episodeCase(world, { ends: ['stop', 'none'], mostReplies: 3 }),
      finishes: troubles(FINISHES, [null, 1]),
    }),
  show: ({ episode, finishes }, target) => ({ episode: showCase(episode, target), finishes }),
  async holds(target, { episode: input, finishes }, trial) {
    const { encoder } = target.stage;
    for (const trouble of finishes) {
      const one = { ...input, troubles: [trouble] };
      const episode = await playEpisode(target, trial, one);
      const samples = samplesOf(episode, trial);
      if (samples === null) continue;
      assertNoFailureScored(trial, samples, episode);
      assertCutIsTold(trial, samples, episode, encoder);
    }
    const stopped = await playEpisode(target, trial, { ...input, endsByText: true });
    const ended = samplesOfCall(stopped, trial);
    assertNoFailureScored(trial, ended, stopped);
    assertProvenance(trial, ended, repliesOf(stopped.requests));
    if (!target.plugin.claims.deterministic || encoder.stopIds.size < 2) return;
    const statuses = [];
    for (const end of ['stop', 'other_stop'] as const) {
      const replies = input.replies.map((reply) => ({ ...reply, end }));
      const samples = samplesOfCall(await playEpisode(target, trial, { ...input, replies }), trial);
      statuses.push(samples.map(({ status }) => status));
    }
    trial.equal(statuses[1], statuses[0], 'status when another stop id ends each turn');
  },
});
