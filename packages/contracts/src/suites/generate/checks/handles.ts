import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { examination } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { openHandles } from '../../env/open-handles.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import type { EpisodeCase } from '../cases/episode-case.ts';
import { playEpisode } from '../play-episode.ts';
import type { GenerateTarget } from '../target.ts';

const FEW = 4;
const MANY = 32;
/** Series that must each add to what is open. */
const REPETITIONS = 3;
/** What is open after so many milliseconds was left open. */
const SETTLE_MS = 300;

/** Nothing stays open behind an episode. */
export const handles = examination<GenerateTarget>({
  id: 'generate/handles',
  title: 'after many episodes no more sockets, timers and child processes are open than after few',
  why: 'A run is tens of thousands of episodes: a client, timer or sandbox that each leaves behind ends it hours later with “too many open files”.',
  fix: 'Keep one HTTP client for all episodes and give timers, sandboxes and child processes back in finally.',
  source: 'faults catalogue, property 8 (closed on every path)',
  faults: ['A067', 'A097'],
  requires: ['generate/settles'],
  async examine(target, trial) {
    const cases = fc.sample(episodeCase(target.world, { forms: 'plain', ends: ['stop'] }), {
      seed: trial.seed,
      numRuns: MANY,
    });
    await playAll(target, trial, cases.slice(0, FEW));
    let before = await settled({});
    const growths: string[] = [];
    for (let series = 0; series < REPETITIONS; series += 1) {
      await playAll(target, trial, cases);
      const after = await settled(before);
      const growth = growthOf(before, after);
      if (growth === null) return;
      growths.push(growth);
      before = after;
    }
    trial.fail({
      expected: `as much open after ${FEW + MANY} episodes as after ${FEW}`,
      got: growths[0],
      note: `confirmed by ${REPETITIONS} series of ${MANY} episodes: ${growths.join('; ')}`,
    });
  },
});

async function playAll(
  target: GenerateTarget,
  trial: Trial,
  cases: readonly EpisodeCase[],
): Promise<void> {
  for (const input of cases) await playEpisode(target, trial, input);
}

/** What is open once it is no more than before, or patience has run out. */
async function settled(before: Readonly<Record<string, number>>): Promise<Record<string, number>> {
  for (let waited = 0; ; waited += 10) {
    await sleep(10);
    const now = openHandles();
    if (growthOf(before, now) === null || waited >= SETTLE_MS) return now;
  }
}

/** A few more are a pool that grows with its use, or a matter of when one looks. */
function growthOf(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): string | null {
  const grown = Object.entries(after).filter(
    ([kind, count]) => count - (before[kind] ?? 0) >= MANY / 4,
  );
  if (grown.length === 0) return null;
  return grown.map(([kind, count]) => `${kind}: ${before[kind] ?? 0}, then ${count}`).join(', ');
}
