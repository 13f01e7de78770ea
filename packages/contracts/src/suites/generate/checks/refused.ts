import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { type EpisodeCase, showCase } from '../cases/episode-case.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import { assertNoFailureScored } from '../laws/assert-ending.ts';
import { playEpisode } from '../play-episode.ts';
import { samplesOf } from '../read-samples.ts';
import type { WireRequest } from '../stage/wire.ts';
import type { GenerateTarget } from '../target.ts';
import { PATIENCE_MS } from '../stage/trouble.ts';

/** 400 is final. */
export const refusedNotRetried = property<GenerateTarget, EpisodeCase>({
  id: 'generate/refused-not-retried',
  title: 'a request that the engine refuses with 400 is not sent again',
  why: 'The same request meets the same refusal: sixty tries a second apart hold the episode for a minute and open the router’s circuit breaker for everybody.',
  fix: 'Ask again only after 408, 429, 5xx and broken connections; on 400 throw.',
  source: 'slime/utils/http_utils.py post; SGLang router circuit breaker',
  faults: ['B133'],
  requires: ['generate/result-shape'],
  share: 0.05,
  mostCases: 15,
  inputs: ({ world }) => episodeCase(world, { forms: 'plain', ends: ['stop'] }),
  show: showCase,
  async holds(target, input, trial) {
    for (const at of [0, 1]) await assertFinal(target, trial, input, at);
  },
});

async function assertFinal(
  target: GenerateTarget,
  trial: Trial,
  base: EpisodeCase,
  at: number,
): Promise<void> {
  const input = { ...base, troubles: [{ kind: 'status_400' as const, at, times: null }] };
  const refused = new Set<string>();
  let again: WireRequest | undefined;
  const episode = await playEpisode(target, trial, input, {
    patienceMs: PATIENCE_MS * 5,
    leaveAt: (request) => {
      if (request.trouble !== 'status_400') return false;
      const key = JSON.stringify([request.promptIds, request.body?.['sampling_params']]);
      if (refused.has(key)) again ??= request;
      refused.add(key);
      return again !== undefined;
    },
  });
  if (again !== undefined) {
    trial.fail({
      expected: 'one request for what the engine refuses with 400',
      got: `the same request again, as request ${again.at}`,
      final: true,
    });
  }
  const samples = samplesOf(episode, trial);
  if (samples !== null) assertNoFailureScored(trial, samples, episode);
}
