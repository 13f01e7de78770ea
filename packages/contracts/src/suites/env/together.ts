import fc from 'fast-check';
import type { TurnPlan } from '../../arbitraries/turn-plan.ts';
import { property } from '../../check.ts';
import type { Trial } from '../../trial.ts';
import { needsDeterministic } from './deterministic.ts';
import {
  type EpisodeStart,
  episodeStart,
  episodeStarts,
  showEpisode,
  taken,
} from './episode-start.ts';
import { anyTurns, ordinaryTurns } from './ordinary-turns.ts';
import { type PlayOptions, playEpisode, type Transcript, visible } from './play-episode.ts';
import type { EnvTarget } from './target.ts';

interface Episode {
  start: EpisodeStart;
  turns: TurnPlan[];
}

export const interleaved = property<
  EnvTarget,
  { one: Episode; other: Episode; scheduler: fc.Scheduler }
>({
  id: 'env/interleaved',
  title: 'two environments whose calls interleave go as each does alone',
  why: 'Hundreds of episodes run in one process. State that they share, in the module, on the class, in process.env or on args, mixes their tasks up, and no error says so.',
  fix: 'Keep all state in the object that build returns; make anew whatever an episode changes.',
  source: 'tau_bench/envs/base.py; property 8 of the catalogue of faults',
  faults: ['A064', 'A093', 'B139'],
  requires: ['env/deterministic'],
  needs: needsDeterministic,
  share: 0.15,
  inputs({ world }) {
    const episode = fc.record({ start: episodeStart(world), turns: anyTurns(world) });
    return fc.record({ one: episode, other: episode, scheduler: fc.scheduler() });
  },
  show: ({ one, other, scheduler }) => ({
    one: showEpisode(one),
    other: showEpisode(other),
    order: orderOf(scheduler),
  }),
  async holds(target, { one, other, scheduler }, trial) {
    const alone = await playInTurn(target, trial, [one, other]);
    const together = alone.map((episode, at) => ({
      ...episode,
      before: (where: string) =>
        scheduler.schedule(Promise.resolve(), `${at === 0 ? 'one' : 'other'}: ${where}`),
    }));
    const played = await scheduler.waitFor(playTogether(target, trial, together));
    expectEqual(trial, played, alone);
  },
});

export const concurrentMany = property<EnvTarget, { starts: EpisodeStart[]; turns: TurnPlan[][] }>({
  id: 'env/concurrent-many',
  title: 'eight episodes at once go as each does alone',
  why: 'A run holds hundreds of episodes at once: whatever serves only one at a time, a connection, a file, a port, fails there and nowhere else.',
  fix: 'Give each environment files, ports and connections of its own, or a pool that waits instead of failing.',
  source: 'slime/rollout/sglang_rollout.py (generate_rollout_async)',
  faults: ['A064', 'A094', 'B034'],
  requires: ['env/step-result', 'env/deterministic'],
  share: 0.03,
  inputs: ({ world }) =>
    fc.record({
      starts: episodeStarts(world, 8),
      turns: fc.array(ordinaryTurns(world, { most: 4 }), { minLength: 8, maxLength: 8 }),
    }),
  show: ({ starts, turns }) =>
    starts.map((start, at) => showEpisode({ start, turns: turns[at] ?? [] })),
  async holds(target, { starts, turns }, trial) {
    const episodes = starts.map((start, at) => ({ start, turns: turns[at] ?? [] }));
    const alone = await playInTurn(target, trial, episodes);
    const played = await playTogether(target, trial, alone);
    const threw = played.find(({ thrown }) => thrown !== null)?.thrown;
    if (threw != null && alone.every(({ transcript }) => transcript.thrown === null)) {
      trial.fail({
        expected: `${threw.where} does not throw, as in an episode alone`,
        got: threw.text,
      });
    }
    if (target.plugin.declaration.deterministic) expectEqual(trial, played, alone);
  },
});

/** The calls in the order in which a scheduler let them go. */
function orderOf(scheduler: fc.Scheduler): string[] {
  const lines = fc.stringify(scheduler).matchAll(/promise::(.*) (?:resolved|rejected|pending)/g);
  return [...lines].map(([, call = '']) => call);
}

/** An episode that was played alone, to be played again with the same words. */
interface Alone extends PlayOptions {
  transcript: Transcript;
}

async function playInTurn(
  target: EnvTarget,
  trial: Trial,
  episodes: readonly Episode[],
): Promise<Alone[]> {
  const alone: Alone[] = [];
  for (const { start, turns } of episodes) {
    const transcript = await playEpisode(target, trial, { start, turns, throws: 'record' });
    alone.push({ start: taken(start), turns: transcript.responses, throws: 'record', transcript });
  }
  return alone;
}

/** Waits for all of them before it breaks, so that each is closed. */
async function playTogether(
  target: EnvTarget,
  trial: Trial,
  episodes: readonly PlayOptions[],
): Promise<Transcript[]> {
  const ends = await Promise.allSettled(
    episodes.map((episode) => playEpisode(target, trial, episode)),
  );
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}

function expectEqual(trial: Trial, played: readonly Transcript[], alone: readonly Alone[]): void {
  trial.equal(
    played.map((transcript) => visible(transcript)),
    alone.map(({ transcript }) => visible(transcript)),
    'episodes at the same time, against each alone',
  );
}
