import fc from 'fast-check';
import { Unmet } from '../../broken.ts';
import type { Trial } from '../../trial.ts';
import { type EpisodeStart, episodeStart } from './episode-start.ts';
import { playEpisode } from './play-episode.ts';
import type { EnvTarget } from './target.ts';

/** Made-up starts that are tried for each that is wanted. */
const TRIES = 8;
/** Seeds that a sample is tried with before it counts as refused. */
const OTHER_SEEDS = 4;

/**
 * Starts that the env takes, `count` at most, for laws that play many episodes at once. Leaves the
 * case when it takes none.
 */
export async function startableStarts(
  target: EnvTarget,
  trial: Trial,
  count: number,
): Promise<EpisodeStart[]> {
  const starts = fc.sample(episodeStart(target.world), {
    seed: trial.seed,
    numRuns: count * TRIES,
  });
  const taken: EpisodeStart[] = [];
  for (const start of starts) {
    if (taken.length === count) break;
    if (!start.isMadeUp || (await isTaken(target, trial, start))) taken.push(start);
  }
  trial.require(taken.length > 0);
  return taken;
}

async function isTaken(target: EnvTarget, trial: Trial, start: EpisodeStart): Promise<boolean> {
  try {
    await playEpisode(target, trial, { start, turns: [], throws: 'record' });
    return true;
  } catch (error) {
    if (error instanceof Unmet) return false;
    throw error;
  }
}

/** Whether the env takes a sample with another seed. */
export async function takesOtherwise(
  target: EnvTarget,
  trial: Trial,
  start: EpisodeStart,
): Promise<boolean> {
  for (let seed = 0; seed < OTHER_SEEDS; seed += 1) {
    if (await isTaken(target, trial, { ...start, seed })) return true;
  }
  return false;
}
