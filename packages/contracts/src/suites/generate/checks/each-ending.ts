import fc from 'fast-check';
import type { Trial } from '../../../trial.ts';
import type { World } from '../../../world/world.ts';
import { type Ending, endings, withEnding } from '../cases/endings.ts';
import { type EpisodeCase, showCase } from '../cases/episode-case.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import { type Episode, playEpisode } from '../play-episode.ts';
import type { GenerateTarget } from '../target.ts';

/** One case and the ways in which it ends. */
export interface EndedCase {
  episode: EpisodeCase;
  endings: readonly Ending[];
}

/** Cases with several ways to end. */
export function endedCase(
  world: World,
  options: Parameters<typeof endings>[0] = {},
): fc.Arbitrary<EndedCase> {
  return fc.record({ episode: episodeCase(world), endings: endings(options) });
}

/** Plays a case with each of its endings. */
export async function forEachEnding(
  target: GenerateTarget,
  trial: Trial,
  input: EndedCase,
  judge: (episode: Episode) => void | Promise<void>,
): Promise<void> {
  for (const ending of input.endings) {
    const one = withEnding(input.episode, ending);
    await judge(await playEpisode(target, trial, one));
  }
}

/** What a report shows of such a case. */
export function showEnded(input: EndedCase, target: GenerateTarget): unknown {
  return { episode: showCase(input.episode, target), endings: input.endings };
}
