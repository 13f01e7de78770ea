import fc from 'fast-check';
import type { World } from '../../../world/world.ts';
import type { EpisodeCase } from './episode-case.ts';
import { episodeCase, type EpisodeOptions, rowOf } from './episode-cases.ts';

/** Several episodes that share their script: of one prompt, or of several. */
export interface Crowd {
  episode: EpisodeCase;
  /** Rows of the others; empty for siblings of one prompt. */
  rows: readonly EpisodeCase['row'][];
  /** Episodes in all. */
  size: number;
}

/** Two episodes or more. */
export function crowd(world: World, options: EpisodeOptions = {}): fc.Arbitrary<Crowd> {
  return fc.record({
    episode: episodeCase(world, options),
    rows: fc.array(rowOf(world), { maxLength: 3 }),
    size: fc.integer({ min: 2, max: 4 }),
  });
}

/** The episodes of a crowd, each with an index of its own. */
export function episodesOf({ episode, rows, size }: Crowd): EpisodeCase[] {
  return Array.from({ length: size }, (_, at) => ({
    ...episode,
    index: episode.index - (episode.index % 4) + at,
    row: at === 0 || rows.length === 0 ? episode.row : (rows[at % rows.length] ?? episode.row),
  }));
}
