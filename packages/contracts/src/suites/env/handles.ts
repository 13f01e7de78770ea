import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { examination } from '../../check.ts';
import type { Trial } from '../../trial.ts';
import { type Ending, ENDINGS } from './end-episode.ts';
import type { EpisodeStart } from './episode-start.ts';
import { growthOf, openHandles } from './open-handles.ts';
import { ordinaryTurns } from './ordinary-turns.ts';
import type { PlayedTurn } from './policy-voice.ts';
import { startableStarts } from './startable.ts';
import type { EnvTarget } from './target.ts';

/** Episodes before the first count, and after them in a series. */
const WARM_UP = 2;
const SERIES = 30;
/** Series that must each add to what is open. */
const REPETITIONS = 3;
/** Seconds that one way of ending may take: slow environments play shorter series. */
const SECONDS = 3;
/** Milliseconds that what was closed may take to be gone. */
const PATIENCE_MS = 1000;

export const handles = examination<EnvTarget>({
  id: 'env/handles',
  title: 'nothing is left open after an episode, however it ended',
  why: 'A run is tens of thousands of episodes: a timer, socket, container or child process that each leaves behind ends the run hours later, far from its cause.',
  fix: 'Record what you open in the same step that opens it, and give all of it back in close(), which runs after a throw and an abort too.',
  source: 'examples/geo3k_vlm_multi_turn/rollout.py:319-324,383-387',
  faults: ['A067', 'A097', 'B017'],
  requires: ['env/close-after-throw', 'env/abort'],
  async examine(target, trial) {
    const starts = await startableStarts(target, trial, WARM_UP);
    const plans = fc.sample(ordinaryTurns(target.world, { most: 4 }), {
      seed: trial.seed,
      numRuns: SERIES,
    });
    for (const ending of ENDINGS) await examineEnding(target, trial, ending, starts, plans);
  },
});

async function examineEnding(
  target: EnvTarget,
  trial: Trial,
  ending: Ending,
  starts: readonly EpisodeStart[],
  plans: readonly (readonly PlayedTurn[])[],
): Promise<void> {
  const play = async (count: number): Promise<void> => {
    for (const [at, turns] of plans.slice(0, count).entries()) {
      const start = starts[at % starts.length];
      if (start !== undefined) await ending.play(target, trial, { start, turns });
    }
  };
  const began = performance.now();
  await play(WARM_UP);
  const seconds = (performance.now() - began) / 1000 / WARM_UP;
  const count = Math.max(4, Math.min(SERIES, Math.floor(SECONDS / REPETITIONS / seconds)));
  await sleep(50);
  let before = openHandles();
  const growths: string[] = [];
  for (let series = 0; series < REPETITIONS; series += 1) {
    await play(count);
    const after = await settled(before);
    const growth = growthOf(before, after);
    if (growth === null) return;
    growths.push(growth);
    before = after;
  }
  trial.fail({
    expected: `as much open after ${WARM_UP + count} episodes ${ending.words} as after ${WARM_UP}`,
    got: growths[0],
    note: `confirmed by ${REPETITIONS} series of ${count} episodes: ${growths.join('; ')}`,
  });
}

/** What is open once it is no more than before, or patience has run out. */
async function settled(before: Record<string, number>): Promise<Record<string, number>> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    await sleep(10);
    const now = openHandles();
    if (growthOf(before, now) === null || performance.now() > until) return now;
  }
}
