import { setTimeout as sleep } from 'node:timers/promises';
import { examination } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { openFiles } from '../../env/open-handles.ts';
import type { RewardTarget } from '../target.ts';
import { sampleBatches, scoreInTurn } from './sample-batches.ts';

const FEW = 4;
const MANY = 32;
const REPETITIONS = 3;
/** What is open after so many milliseconds was left open. */
const SETTLE_MS = 200;
const LOOK_MS = 10;

export const handles = examination<RewardTarget>({
  id: 'rm/handles',
  title:
    'after many calls no more files, timers, sockets and child processes are open than after few',
  why: 'A run makes hundreds of thousands of calls. What each of them leaves open ends in "too many open files", or holds the process at its end.',
  fix: 'Clear timers in finally, also the one of a race that was won; keep one agent with keep-alive for all requests; end child processes on every path.',
  source: 'faults catalogue, property 8 (closed on every path)',
  faults: ['A067', 'A097'],
  requires: ['rm/settles'],
  async examine(target, trial: Trial) {
    const batches = sampleBatches(target, trial, MANY);
    await scoreInTurn(target, trial, batches, FEW);
    let before = await countOpen(new Map());
    const growths: string[] = [];
    for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
      await scoreInTurn(target, trial, batches, MANY);
      const after = await countOpen(before);
      const growth = describeGrowth(before, after);
      if (growth === null) return;
      growths.push(growth);
      before = after;
    }
    trial.fail({
      expected: `no more open handles after ${MANY} calls than before`,
      got: growths.join('; then '),
      note: `confirmed by ${REPETITIONS} repetitions of ${MANY} calls`,
    });
  },
});

/** Counts what holds the event loop by type, once it is no more than before, or stays more. */
async function countOpen(before: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  for (let waited = 0; ; waited += LOOK_MS) {
    await new Promise((resolve) => setImmediate(resolve));
    const counts = new Map<string, number>();
    for (const type of process.getActiveResourcesInfo()) {
      counts.set(type, (counts.get(type) ?? 0) + 1);
    }
    const files = openFiles();
    if (files !== null) counts.set('open files and sockets', files);
    if (before.size === 0 || describeGrowth(before, counts) === null || waited >= SETTLE_MS) {
      return counts;
    }
    await sleep(LOOK_MS);
  }
}

/** One more of a kind may be a matter of when one looks; as many as half of the calls is not. */
function describeGrowth(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): string | null {
  for (const [type, count] of after) {
    const more = count - (before.get(type) ?? 0);
    if (more >= MANY / 4) return `${more} more of ${type}`;
  }
  return null;
}
