import fc from 'fast-check';
import { examination } from '../../check.ts';
import type { World } from '../../world/world.ts';
import { ordinaryTurns } from './ordinary-turns.ts';
import { playEpisode, type PlayedTurn } from './play-episode.ts';
import { startableStarts } from './startable.ts';
import type { EnvTarget } from './target.ts';

const MOST_TURNS = 32;
const BATCH = 10;
/** Words of the environment's own source that are said, the shortest first. */
const MOST_WORDS = 128;
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
    const hasEnded = async (turns: readonly PlayedTurn[]): Promise<boolean> => {
      const start = starts[played % starts.length];
      played += 1;
      if (start === undefined) return false;
      const options = { start, turns, mostTurns, throws: 'record' } as const;
      return (await playEpisode(target, trial, options)).ended === 'done';
    };
    for (let batch = 0; batch < wanted && performance.now() < until; batch += BATCH) {
      const plans = fc.sample(ordinaryTurns(world, { fewest: mostTurns / 2, most: mostTurns }), {
        seed: trial.seed + batch,
        numRuns: BATCH,
      });
      for (const turns of plans) if (await hasEnded(turns)) return;
    }
    const words = ownWords(world);
    for (let at = 0; at < words.length && performance.now() < until; at += mostTurns) {
      const turns = words.slice(at, at + mostTurns).map((text) => ({ text, truncated: false }));
      if (await hasEnded(turns)) return;
    }
    trial.fail({
      expected: `done in one of ${played} episodes of up to ${mostTurns} turns`,
      got: 'done in none: neither answers, nor turns without a call, nor valid calls ended one',
    });
  },
});

/** What the environment may take for the end: each string of its own source, said alone. */
function ownWords({ vocabulary }: World): string[] {
  const words = [...new Set(vocabulary.literals)];
  return words.sort((left, right) => left.length - right.length).slice(0, MOST_WORDS);
}
