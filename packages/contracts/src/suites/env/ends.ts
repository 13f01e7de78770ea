import fc from 'fast-check';
import { examination } from '../../check.ts';
import { ordinaryTurns } from './ordinary-turns.ts';
import { playEpisode } from './play-episode.ts';
import { startableStarts } from './startable.ts';
import type { EnvTarget } from './target.ts';

const MOST_TURNS = 32;
const BATCH = 10;
/** Seconds after which slow environments play no further batch. */
const SECONDS = 5;

export const ends = examination<EnvTarget>({
  id: 'env/ends',
  title: 'an episode ends by itself',
  why: 'An environment that never says done burns every episode down to its turn limit, and all of them count as truncated.',
  fix: 'Return done: true when the task is solved or given up, also for a turn without a call. Declare ends: false in defineEnv where only a budget is to end it.',
  source: 'examples/geo3k_vlm_multi_turn/rollout.py:378-380 (turn limit)',
  faults: ['B007', 'A042'],
  requires: ['env/step-result'],
  needs: ({ plugin }) =>
    plugin.claims.ends ? null : 'an environment that ends by itself (it declares ends: false)',
  async examine(target, trial) {
    const { world } = target;
    const mostTurns = Math.max(world.args.max_turns, MOST_TURNS);
    const wanted = Math.min(200, Math.max(BATCH, Math.ceil(trial.runs / 5)));
    const starts = await startableStarts(target, trial, BATCH);
    const until = performance.now() + SECONDS * 1000;
    let played = 0;
    for (; played < wanted && performance.now() < until; played += BATCH) {
      const plans = fc.sample(ordinaryTurns(world, { fewest: mostTurns / 2, most: mostTurns }), {
        seed: trial.seed + played,
        numRuns: BATCH,
      });
      for (const [at, turns] of plans.entries()) {
        const start = starts[at % starts.length];
        if (start === undefined) continue;
        const options = { start, turns, mostTurns, throws: 'record' } as const;
        const { ended } = await playEpisode(target, trial, options);
        if (ended === 'done') return;
      }
    }
    trial.fail({
      expected: `done in one of ${played} episodes of up to ${mostTurns} turns`,
      got: 'done in none: neither answers, nor turns without a call, nor valid calls ended one',
    });
  },
});
