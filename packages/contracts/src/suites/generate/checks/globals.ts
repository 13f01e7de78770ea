import fc from 'fast-check';
import { examination } from '../../../check.ts';
import { findStateChange, readProcessState } from '../../../world/process-state.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import { playEpisode } from '../play-episode.ts';
import type { GenerateTarget } from '../target.ts';

/** The first loads what is loaded late, and may add what a library adds. */
const EPISODES = 6;

/** The process is shared. */
export const globals = examination<GenerateTarget>({
  id: 'generate/globals',
  title: 'built-in objects, globals, process.env and the working directory stay as they were',
  why: 'All episodes and plugins run in one process: a variable of the environment that one call sets, another reads.',
  fix: 'Hand settings over as arguments, and put helpers into functions, not onto prototypes.',
  source: 'examples/tau-bench/generate_with_tau.py:34-35 (overwrites the API key)',
  faults: ['B033', 'A064'],
  requires: ['generate/settles'],
  async examine(target, trial) {
    const { world } = target;
    const cases = fc.sample(episodeCase(world, { forms: 'plain', ends: ['stop'] }), {
      seed: trial.seed,
      numRuns: EPISODES,
    });
    const expected = 'nothing that the process shares is changed';
    let state = readProcessState();
    for (const [at, input] of cases.entries()) {
      await playEpisode(target, trial, input);
      const now = readProcessState();
      const change = findStateChange(state, now, { globals: at === 0, variables: false });
      if (change !== null) trial.fail({ expected, got: change });
      state = now;
    }
    const change = findStateChange(world.processState, state, { globals: true, variables: true });
    if (change === null) return;
    trial.fail({ expected, got: change, note: 'since before the module was loaded' });
  },
});
