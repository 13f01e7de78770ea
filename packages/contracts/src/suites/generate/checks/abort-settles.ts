import fc from 'fast-check';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { type EpisodeCase, showCase } from '../cases/episode-case.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import { assertNoFailureScored } from '../laws/assert-ending.ts';
import { playEpisode, type Stop } from '../play-episode.ts';
import { samplesOf } from '../read-samples.ts';
import type { GenerateTarget } from '../target.ts';

interface StopCase {
  episode: EpisodeCase;
  stops: readonly Stop[];
}

const STOPS: readonly Stop[] = [0, 1, -1, 2].flatMap((at): Stop[] => [
  { at, engine: 'hangs' },
  { at, engine: 'aborts' },
]);

/** Milliseconds that a call may take from the signal on. */
const GRACE_MS = 1000;
/** A call has to be late so often. */
const REPETITIONS = 3;

/** A run that is stopped stops. */
export const abortSettles = property<GenerateTarget, StopCase>({
  id: 'generate/abort-settles',
  title: 'it settles soon after the run is stopped, also while the engine is silent',
  why: 'At the end of a rollout slime waits for every task that still runs, without a limit: one that goes on sampling, or waits for an engine that is gone, holds the whole run.',
  fix: 'Pass context.signal to every request and wait (context.engine.generate takes it), stop at finish_reason abort, and start no turn once the signal has fired.',
  source: 'slime/rollout/sglang_rollout.py abort',
  faults: [],
  requires: ['generate/result-shape'],
  share: 0.05,
  mostCases: 20,
  inputs: ({ world }) =>
    fc.record({
      episode: episodeCase(world, { forms: 'plain', ends: ['stop'] }),
      stops: fc.shuffledSubarray([...STOPS], { minLength: 3 }),
    }),
  show: ({ episode, stops }, target) => ({ episode: showCase(episode, target), stops }),
  async holds(target, { episode, stops }, trial) {
    for (const stop of stops) await assertSettles(target, trial, episode, stop);
  },
});

async function assertSettles(
  target: GenerateTarget,
  trial: Trial,
  input: EpisodeCase,
  stop: Stop,
): Promise<void> {
  const hang = { kind: 'hang' as const, at: Math.max(0, stop.at), times: null };
  const one = { ...input, troubles: [hang] };
  const graceMs = Math.min(GRACE_MS, trial.seconds * 900);
  for (let late = 0; late < REPETITIONS; late += 1) {
    const episode = await playEpisode(target, trial, one, { stop, graceMs, patienceMs: null });
    if (!episode.isLeft) {
      const samples = samplesOf(episode, trial);
      if (samples !== null) assertNoFailureScored(trial, samples, episode);
      return;
    }
  }
  trial.fail({
    expected: `the call settles within ${graceMs} ms of context.signal`,
    got: 'a promise that did not settle',
    note:
      `confirmed ${REPETITIONS} times; stopped at request ${stop.at}, while the engine ` +
      (stop.engine === 'hangs' ? 'is silent' : 'aborts every request'),
    final: true,
  });
}
