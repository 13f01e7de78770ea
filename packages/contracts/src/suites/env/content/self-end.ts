import fc from 'fast-check';
import { property } from '../../../check.ts';
import { writeCall } from '../../../arbitraries/write-call.ts';
import { writeThought } from '../../../arbitraries/write-thought.ts';
import { type EpisodeStart, episodeStart } from '../episode-start.ts';
import { ordinaryTurns } from '../ordinary-turns.ts';
import { playEpisode, type TurnRecord } from '../play-episode.ts';
import type { PlayedTurn } from '../policy-voice.ts';
import type { EnvTarget } from '../target.ts';
import { callFormatOf } from '../turn-reader.ts';
import { quote, showEpisode } from './episode-case.ts';
import { needsReasoning } from './needs-reasoning.ts';
import { soughtWords, stopMarkers } from './stop-words.ts';

/** What the policy may say beside its reasoning. */
const BODIES = ['Hello.', 'I am not sure yet.', 'Let me look that up.'];

interface Input {
  start: EpisodeStart;
  before: PlayedTurn[];
  /** Words that are not said, but stand in the turn. */
  words: readonly string[];
  place: 'reasoning' | 'call';
  body: string;
}

/** A marker that the policy only thinks of ends nothing. */
export const selfEnd = property<EnvTarget, Input>({
  id: 'env/self-end',
  title: 'A stop word that stands in the reasoning, or inside a call, does not end the episode',
  why:
    "The marker is another party's word, the simulated user's for one. A policy that can end its own " +
    'episode by thinking of the marker stops where the reward is safe, or by accident.',
  fix:
    'Look for the marker in the words of the party that owns it, as its whole message; hand it ' +
    '`context.content`, never `responseText` with the reasoning and the calls in it.',
  source: 'tau_bench/envs/base.py:97-99; strands-rl/strands-env#168',
  faults: ['A102', 'B043'],
  requires: ['env/survives-text'],
  share: 0.2,
  needs: (target) =>
    wordsOf(target).length === 0
      ? 'a stop marker in its source, such as ###STOP###'
      : needsReasoning(target),
  inputs: (target) =>
    fc.record({
      start: episodeStart(target.world),
      before: fc.oneof(
        fc.constant<PlayedTurn[]>([]),
        ordinaryTurns(target.world, { fewest: 0, most: 2 }),
      ),
      words: fc.constantFrom(...wordsOf(target)),
      place: fc.constantFrom('reasoning' as const, 'call' as const),
      body: fc.constantFrom(...BODIES),
    }),
  show: showEpisode,
  async holds(target, { start, before, words, place, body }, trial) {
    const format = callFormatOf(target.world.args);
    const { sglang_reasoning_parser: reasoningParser } = target.world.args;
    const say = (list: readonly string[]): PlayedTurn => {
      const thought = `I will not say this yet:\n${list.join('\n')}`;
      // A tool that there is might take the words for what they say.
      const call = writeCall({ name: 'xxxx', arguments: { xxxx: thought } }, format);
      const text =
        place === 'call' ? `${body}\n${call}` : writeThought(thought, body, reasoningParser);
      return { text, truncated: false };
    };
    const play = async (turns: readonly PlayedTurn[]) => {
      const played = await playEpisode(target, trial, { start, turns, throws: 'record' });
      const turn = played.turns[before.length];
      return { responses: played.responses.slice(0, before.length), turn };
    };
    const plain = await play([...before, say(words.map(withoutLetters))]);
    if (plain.turn?.done !== false) return;
    const ends = async (list: readonly string[]): Promise<TurnRecord | null> => {
      const { turn } = await play([...plain.responses, say(list)]);
      return turn?.done === true && !isSaid(list, turn) ? turn : null;
    };
    let ended = await ends(words);
    if (ended === null) return;
    for (const word of words.length > 1 ? words : []) ended = (await ends([word])) ?? ended;
    trial.fail({
      expected: `an episode that goes on, as without the words in the ${place}`,
      got: 'done: true',
      note: `turn ${before.length} said ${quote(ended.spoken.text)}`,
    });
  },
});

/** Each marker alone; all words that are sought together, since they are many. */
function wordsOf({ world: { vocabulary } }: EnvTarget): (readonly string[])[] {
  const sought = soughtWords(vocabulary);
  return [
    ...stopMarkers(vocabulary).map((marker) => [marker]),
    ...(sought.length === 0 ? [] : [sought]),
  ];
}

function withoutLetters(word: string): string {
  return word.replaceAll(/[A-Za-z]/g, 'x');
}

/** A parser that leaves the words in the content lets the policy say them. */
function isSaid(words: readonly string[], { context }: TurnRecord): boolean {
  const content = context.content.toLowerCase();
  return words.some((word) => content.includes(word.toLowerCase()));
}
