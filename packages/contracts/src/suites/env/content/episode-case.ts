import fc from 'fast-check';
import { episodePlan } from '../../../arbitraries/turn-plan.ts';
import { cutMiddle } from '../../../runner/show-value.ts';
import { type EpisodeStart, episodeStart } from '../episode-start.ts';
import type { TurnRecord } from '../play-episode.ts';
import type { PlayedTurn } from '../policy-voice.ts';
import type { EnvTarget } from '../target.ts';

/** An episode to look at. */
export interface EpisodeCase {
  start: EpisodeStart;
  turns: readonly PlayedTurn[];
}

/** Episodes of one turn or more, with turns of every kind. */
export function episodeCase({ world }: EnvTarget, mostTurns = 8): fc.Arbitrary<EpisodeCase> {
  const { vocabulary } = world;
  return fc.record({
    start: episodeStart(world),
    turns: episodePlan({ vocabulary, mostTurns }).map(({ turns }) => turns),
  });
}

/** What a report shows of an episode's input: the row without what is null in every row. */
export function showEpisode({ start, ...rest }: { start: EpisodeStart }): unknown {
  const { sample, seed } = start;
  const { prompt, label, metadata } = sample;
  return { row: { prompt, label, metadata }, seed, ...rest };
}

/** Names a turn in a report, with the words that the env was given. */
export function atTurn({ context, spoken }: Pick<TurnRecord, 'context' | 'spoken'>): string {
  const cut = spoken.truncated ? ', and was cut' : '';
  return `turn ${context.turn}, where the policy said ${quote(spoken.text)}${cut}`;
}

/** A text in quotes, its middle left out where it is long. */
export function quote(text: string): string {
  return JSON.stringify(cutMiddle(text, 300));
}
