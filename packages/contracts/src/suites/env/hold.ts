import fc from 'fast-check';
import type { TurnPlan } from '../../arbitraries/turn-plan.ts';
import { property } from '../../check.ts';
import type { Trial } from '../../trial.ts';
import { type EpisodeStart, episodeStart, showEpisode } from './episode-start.ts';
import { HoldWatch } from './hold-watch.ts';
import { anyTurns } from './ordinary-turns.ts';
import { playEpisode } from './play-episode.ts';
import type { PlayedTurn } from './policy-voice.ts';
import type { EnvTarget } from './target.ts';

/** Measurements that must agree. */
const REPETITIONS = 3;

export const hold = property<EnvTarget, { start: EpisodeStart; turns: TurnPlan[] }>({
  id: 'env/hold',
  title: 'no call holds the event loop for longer than its bound',
  why: 'All episodes of a run share one event loop: while one environment computes or waits without await, every other episode, request and deadline stands still.',
  fix: 'Use the asynchronous form of what waits (files, processes, requests), and a worker thread for what computes. Where the time is short and meant, declare bounds: { holdMs } in defineEnv.',
  source: 'examples/geo3k_vlm_multi_turn/rollout.py:213 (env.step on the event loop)',
  faults: ['A025', 'B012', 'B034', 'A094'],
  requires: ['env/args-not-written'],
  share: 0.2,
  inputs: ({ world }) => fc.record({ start: episodeStart(world), turns: anyTurns(world) }),
  show: showEpisode,
  async holds(target, { start, turns }, trial) {
    const { holdMs } = target.plugin.claims.bounds;
    const measured: number[] = [];
    do {
      measured.push(await measure(target, trial, start, turns));
      if ((measured.at(-1) ?? 0) <= holdMs) return;
    } while (measured.length < REPETITIONS);
    const words = measured.map((ms) => `${Math.round(ms)} ms`).join(', ');
    trial.fail({
      expected: `the event loop held for ${holdMs} ms at most`,
      got: `${Math.round(Math.min(...measured))} ms`,
      note: `confirmed by ${REPETITIONS} measurements: ${words}`,
      final: true,
    });
  },
});

/** Ends an episode in which there is no more to be seen. */
class Seen extends Error {}

/** Longest hold of an episode, which ends at the first that is too long. */
async function measure(
  target: EnvTarget,
  trial: Trial,
  start: EpisodeStart,
  turns: readonly PlayedTurn[],
): Promise<number> {
  const { holdMs } = target.plugin.claims.bounds;
  const watch = new HoldWatch();
  try {
    await playEpisode(target, trial, {
      start,
      turns,
      throws: 'record',
      before: async () => {
        if (watch.longestMs > holdMs) throw new Seen();
        await watch.before();
      },
      after: () => watch.after(),
    });
  } catch (error) {
    if (!(error instanceof Seen)) throw error;
  } finally {
    watch.close();
  }
  return watch.longestMs;
}
