import fc from 'fast-check';
import { examination } from '../../check.ts';
import { findStateChange, readProcessState } from '../../world/process-state.ts';
import { ordinaryTurns } from './ordinary-turns.ts';
import { playEpisode } from './play-episode.ts';
import { startableStarts } from './startable.ts';
import type { EnvTarget } from './target.ts';

/** The first loads what is loaded late, and may add what a library adds. */
const EPISODES = 6;

export const globals = examination<EnvTarget>({
  id: 'env/globals',
  title: 'built-in objects, globals, process.env and the working directory stay as they were',
  why: 'All plugins and the loop itself run in one process. A prototype, a variable of the environment or a directory that one changes is changed for all of them.',
  fix: 'Hand settings over as arguments: spawn(command, { env, cwd }), new Client({ apiKey }). Put helpers into functions, not onto prototypes.',
  source: 'examples/tau-bench/generate_with_tau.py:34-35 (overwrites the API key)',
  faults: ['B033', 'A064'],
  requires: ['env/hold'],
  async examine(target, trial) {
    const { world } = target;
    const plans = fc.sample(ordinaryTurns(world, { most: 4 }), {
      seed: trial.seed,
      numRuns: EPISODES,
    });
    const expected = 'nothing that the process shares is changed';
    let call = 'build';
    let state = readProcessState();
    const starts = await startableStarts(target, trial, EPISODES);
    for (const [at, turns] of plans.entries()) {
      const start = starts[at % starts.length];
      if (start === undefined) continue;
      const isFirst = at === 0;
      await playEpisode(target, trial, {
        start,
        turns,
        throws: 'record',
        before: (where) => void (call = where),
        after: () => {
          const now = readProcessState();
          const change = findStateChange(state, now, {
            globals: isFirst,
            variables: false,
          });
          if (change !== null) trial.fail({ expected, got: change, note: `by ${call}` });
          state = now;
        },
      });
    }
    const change = findStateChange(world.processState, readProcessState(), {
      globals: true,
      variables: true,
    });
    if (change === null) return;
    trial.fail({ expected, got: change, note: 'since before the module was loaded' });
  },
});
