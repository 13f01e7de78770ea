import fc from 'fast-check';
import { Unmet } from '../../broken.ts';
import type { Trial } from '../../trial.ts';
import { type EpisodeStart, episodeStart } from './episode-start.ts';
import { playEpisode, type PlayOptions, type Transcript } from './play-episode.ts';
import type { EnvTarget } from './target.ts';

/** Made-up starts that are tried for each that is wanted. */
export const TRIES = 8;
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
  return (await playUnlessRefused(target, trial, { start, turns: [] })) !== null;
}

/** Plays an episode and records what it throws; null when the env refuses a made-up sample. */
export async function playUnlessRefused(
  target: EnvTarget,
  trial: Trial,
  options: Omit<PlayOptions, 'throws'>,
): Promise<Transcript | null> {
  try {
    return await playEpisode(target, trial, { ...options, throws: 'record' });
  } catch (error) {
    if (error instanceof Unmet) return null;
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
