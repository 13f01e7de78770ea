import fc from 'fast-check';
import { examination } from '../../check.ts';
import type { Trial } from '../../trial.ts';
import { findStateChange, readProcessState } from '../../world/process-state.ts';
import { episodeStart } from './episode-start.ts';
import { ordinaryTurns } from './ordinary-turns.ts';
import { playUnlessRefused, TRIES } from './startable.ts';
import type { EnvTarget } from './target.ts';

const EPISODES = 6;

export const globals = examination<EnvTarget>({
  id: 'env/globals',
  title: 'built-in objects, globals, process.env and the working directory stay as they were',
  why: 'All plugins and the loop itself run in one process. A prototype, a variable of the environment or a directory that one changes is changed for all of them.',
  fix: 'Hand settings over as arguments: spawn(command, { env, cwd }), new Client({ apiKey }). Put helpers into functions, not onto prototypes.',
  source: 'examples/tau-bench/generate_with_tau.py:34-35 (overwrites the API key)',
  faults: ['B033', 'A064'],
  requires: ['env/hold'],
  async examine(target, trial: Trial) {
    const { world } = target;
    const episode = fc.record({
      start: episodeStart(world),
      turns: ordinaryTurns(world, { most: 4 }),
    });
    const expected = 'nothing that the process shares is changed';
    let call = 'build';
    let state = readProcessState();
    let played = 0;
    const after = (): void => {
      const now = readProcessState();
      // What is loaded late may add what libraries add.
      const change = findStateChange(state, now, { globals: played === 0, variables: false });
      if (change !== null) trial.fail({ expected, got: change, note: `by ${call}` });
      state = now;
    };
    const before = (where: string): void => void (call = where);
    for (const input of fc.sample(episode, { seed: trial.seed, numRuns: EPISODES * TRIES })) {
      if (played === EPISODES) break;
      const options = { ...input, before, after };
      if ((await playUnlessRefused(target, trial, options)) !== null) played += 1;
    }
    trial.require(played > 0);
    const change = findStateChange(world.processState, readProcessState(), {
      globals: true,
      variables: true,
    });
    if (change === null) return;
    trial.fail({ expected, got: change, note: 'since before the module was loaded' });
  },
});
