import fc from 'fast-check';
import type { Sample } from 'slime-sdk';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { type EpisodeCase, showCase } from '../cases/episode-case.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import { assertInvariants } from '../laws/assert-lengths.ts';
import { assertProvenance } from '../laws/assert-provenance.ts';
import { claimReplies } from '../ledger/claim.ts';
import { type Episode, playEpisode } from '../play-episode.ts';
import { isScored, nameOf, samplesOf, samplesOfCall } from '../read-samples.ts';
import { repliesOf } from '../stage/wire.ts';
import type { Trouble, TroubleKind } from '../stage/trouble.ts';
import type { GenerateTarget } from '../target.ts';

interface LogProbCase {
  episode: EpisodeCase;
  place: Omit<Trouble, 'kind'>;
}

/** A reply without log-probs. */
export const missingLogProbs = property<GenerateTarget, LogProbCase>({
  id: 'generate/missing-logprobs',
  title:
    'a turn that came back without log-probs is asked for again or given up, never trained or left out',
  why: 'Zeros in their place say probability 1, ids from re-encoded text are others than were sampled, and a turn of no tokens leaves an episode of observations.',
  fix: 'Throw, or ask again, when output_token_logprobs is missing; do not fall back to the text.',
  source: 'SGLang meta_info.output_token_logprobs; slime/agent/trajectory.py',
  faults: ['A051', 'B011', 'B091'],
  requires: ['generate/tokens', 'generate/provenance'],
  share: 0.1,
  mostCases: 40,
  inputs: ({ world }) => logProbCase(world),
  show: showLogProbs,
  async holds(target, input, trial) {
    const hasLogProbs = await givesLogProbs(target, trial, input.episode);
    const episode = await play(target, trial, input, 'missing_logprobs');
    const samples = samplesOf(episode, trial);
    if (samples === null) return;
    if (hasLogProbs) assertNoneMissing(trial, samples, episode);
    assertProvenance(trial, samples, repliesOf(episode.requests));
  },
});

/** A reply with a null among its log-probs. */
export const nullLogProbs = property<GenerateTarget, LogProbCase>({
  id: 'generate/null-logprobs',
  title: 'an id whose log-prob is null is not trained',
  why: 'SGLang prints NaN and infinity as null. As 0 it says probability 1, as NaN it makes the whole loss NaN.',
  fix: 'Ask again, or set mask 0 there with a span in metadata.masked_spans; context.tape() does it.',
  source: 'SGLang meta_info.output_token_logprobs (orjson writes NaN as null)',
  faults: ['A016', 'B068'],
  requires: ['generate/tokens', 'generate/provenance'],
  share: 0.1,
  mostCases: 40,
  inputs: ({ world }) => logProbCase(world),
  show: showLogProbs,
  async holds(target, input, trial) {
    const episode = await play(target, trial, input, 'null_logprob');
    assertInvariants(trial, episode, episode.args, ['shape', 'log_probs']);
    const samples = samplesOf(episode, trial);
    if (samples !== null) assertProvenance(trial, samples, repliesOf(episode.requests));
  },
});

function logProbCase(world: GenerateTarget['world']): fc.Arbitrary<LogProbCase> {
  return fc.record({
    episode: episodeCase(world, { ends: ['stop'], mostReplies: 3 }),
    place: fc.record({ at: fc.constantFrom(0, 1), times: fc.constantFrom(null, 1) }),
  });
}

function showLogProbs({ episode, place }: LogProbCase, target: GenerateTarget): unknown {
  return { episode: showCase(episode, target), place };
}

function play(
  target: GenerateTarget,
  trial: Trial,
  { episode, place }: LogProbCase,
  kind: TroubleKind,
): Promise<Episode> {
  const input = { ...episode, troubles: [{ ...place, kind }] };
  return playEpisode(target, trial, input);
}

/** Whether its samples have log-probs when nothing goes wrong. */
async function givesLogProbs(
  target: GenerateTarget,
  trial: Trial,
  input: EpisodeCase,
): Promise<boolean> {
  const samples = samplesOfCall(await playEpisode(target, trial, input), trial);
  return samples.some((sample) => sample.rollout_log_probs !== null);
}

function assertNoneMissing(
  trial: Trial,
  samples: readonly Sample[],
  { requests }: Pick<Episode, 'requests'>,
): void {
  const replies = repliesOf(requests);
  const bare = replies.filter(
    ({ request, ids }) => request.trouble === 'missing_logprobs' && ids.length > 0,
  );
  for (const [at, sample] of samples.entries()) {
    if (!isScored(sample)) continue;
    const name = nameOf(samples, at);
    if (sample.rollout_log_probs === null) {
      trial.fail({
        expected:
          'rollout_log_probs as in its other samples: slime decides by the first of a batch',
        got: `${name} without them, since a reply had none`,
      });
    }
    const claims = claimReplies(sample, replies);
    for (const reply of bare) {
      const start = reply.promptIds.length;
      const isBehind = reply.promptIds.every((id, index) => sample.tokens[index] === id);
      if (!isBehind || claims.some((claim) => claim.start === start)) continue;
      trial.fail({
        expected: `status aborted or failed, or the turn asked for again: reply ${reply.number} had no log-probs`,
        got: `${name} with status ${sample.status}, without that turn`,
      });
    }
  }
}
