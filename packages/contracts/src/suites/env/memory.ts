import fc from 'fast-check';
import { examination } from '../../check.ts';
import { usedBytes } from '../../runner/used-bytes.ts';
import type { Trial } from '../../trial.ts';
import type { EpisodeStart } from './episode-start.ts';
import { ordinaryTurns } from './ordinary-turns.ts';
import { playEpisode } from './play-episode.ts';
import { startableStarts } from './startable.ts';
import type { EnvTarget } from './target.ts';
import type { Response } from './turn-reader.ts';

const WARM_UP = 10;
const SERIES = 20;
/** Series in each of which memory must grow. */
const REPETITIONS = 3;
/** Seconds that all of it may take: slow environments play shorter series. */
const SECONDS = 3;
/** Characters of reasoning in each turn, other ones each time. */
const LONG_TURN = 65_536;
/** Bytes that an episode may leave behind: less than one of its turns. */
const MOST_BYTES = 32_768;

export const memory = examination<EnvTarget>({
  id: 'env/memory',
  title: 'an episode leaves no memory behind',
  why: 'A process plays tens of thousands of episodes. What each leaves in a module-level list or cache, a few turns of text, adds up to the memory of the machine.',
  fix: 'Keep what belongs to an episode in its environment and nowhere else; bound caches by size, and key them by rows, not by what the policy says.',
  source: 'PrimeIntellect-ai/prime-rl#2796',
  faults: ['A124'],
  requires: ['env/handles'],
  async examine(target, trial: Trial) {
    const [start] = await startableStarts(target, trial, 1);
    trial.require(start !== undefined);
    const began = performance.now();
    const responses = await playFirst(target, trial, start);
    let number = 0;
    const play = async (count: number): Promise<void> => {
      for (const last = number + count; number < last; number += 1) {
        const turns = responses.map((response, at) => lengthen(response, `${number}.${at}`));
        await playEpisode(target, trial, { start, turns, throws: 'record' });
      }
    };
    await play(WARM_UP);
    const seconds = (performance.now() - began) / 1000 / WARM_UP;
    const count = Math.max(4, Math.min(SERIES, Math.floor(SECONDS / REPETITIONS / seconds)));
    let before = await usedBytes();
    const kept: number[] = [];
    while (kept.length < REPETITIONS) {
      await play(count);
      const after = await usedBytes();
      kept.push((after - before) / count);
      if (after - before <= MOST_BYTES * count) return;
      before = after;
    }
    const words = kept.map((bytes) => `${Math.round(bytes / 1024)} KiB`);
    trial.fail({
      expected: `at most ${MOST_BYTES / 1024} KiB left behind by an episode of ${responses.length} turns`,
      got: `${Math.round(Math.min(...kept) / 1024)} KiB`,
      note: `confirmed by ${REPETITIONS} series of ${count} episodes: ${words.join(', ')} an episode`,
    });
  },
});

/** The words of an episode of several turns. */
async function playFirst(
  target: EnvTarget,
  trial: Trial,
  start: EpisodeStart,
): Promise<Response[]> {
  let longest: Response[] = [];
  const plans = fc.sample(ordinaryTurns(target.world, { most: 4 }), {
    seed: trial.seed,
    numRuns: WARM_UP,
  });
  for (const turns of plans) {
    const { responses } = await playEpisode(target, trial, { start, turns, throws: 'record' });
    if (responses.length > longest.length) longest = responses;
  }
  return longest;
}

/** The same turn with much more reasoning, in a string of its own. */
function lengthen({ text, truncated }: Response, mark: string): Response {
  const thought = `${mark} so then `;
  const reasoning = thought.repeat(Math.ceil(LONG_TURN / thought.length));
  if (text.includes('<think>')) {
    return { text: text.replace('<think>', () => `<think>\n${reasoning}`), truncated };
  }
  const isOpen = text.includes('</think>');
  return {
    text: isOpen ? reasoning + text : `<think>\n${reasoning}\n</think>\n\n${text}`,
    truncated,
  };
}
