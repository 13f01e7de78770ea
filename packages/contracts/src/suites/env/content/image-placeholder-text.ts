import fc from 'fast-check';
import { property } from '../../../check.ts';
import { needsDeterministic } from '../deterministic.ts';
import { type EpisodeStart, episodeStart } from '../episode-start.ts';
import { ordinaryTurns } from '../ordinary-turns.ts';
import { playEpisode } from '../play-episode.ts';
import type { PlayedTurn } from '../policy-voice.ts';
import type { EnvTarget } from '../target.ts';
import { quote, showEpisode } from './episode-case.ts';
import { countPictures, validMessages } from './observation-case.ts';

/** What stands for a picture in data files and templates. */
const PLACEHOLDERS = '<image> and <|vision_start|><|image_pad|><|vision_end|>';

/** How the policy may come to write it, `@` for the placeholders. */
const SAYINGS = [
  'The text @ is no picture.',
  '@',
  'I look at @ and see \\boxed{@}.',
  '<tool_call>\n{"name": "show", "arguments": {"text": "@"}}\n</tool_call>',
];

interface Input {
  start: EpisodeStart;
  before: PlayedTurn[];
  saying: string;
}

/** Text about a picture shows none. */
export const imagePlaceholderText = property<EnvTarget, Input>({
  id: 'env/image-placeholder-text',
  title: 'A text that quotes a placeholder for pictures is not taken for one',
  why:
    'Policies and users write <image> too. An environment that splits texts there makes a picture ' +
    'out of a word: one more than there are, or one in the wrong place.',
  fix: 'Build messages of parts: pictures as { type: "image" }, texts as they are, never split.',
  source: 'slime/utils/data.py:164-186',
  faults: ['B137'],
  requires: ['env/observation-shape', 'env/deterministic'],
  share: 0.1,
  needs: needsDeterministic,
  inputs: ({ world }) =>
    fc.record({
      start: episodeStart(world),
      before: fc.oneof(fc.constant<PlayedTurn[]>([]), ordinaryTurns(world, { fewest: 0, most: 2 })),
      saying: fc.constantFrom(...SAYINGS),
    }),
  show: showEpisode,
  async holds(target, { start, before, saying }, trial) {
    const play = async (words: string, turns: readonly PlayedTurn[]) => {
      const turn = { text: saying.replaceAll('@', words), truncated: false };
      const all = [...turns, turn];
      const played = await playEpisode(target, trial, { start, turns: all, throws: 'record' });
      const last = played.turns[before.length];
      const messages = last === undefined ? null : validMessages(last);
      return { played, pictures: messages === null ? null : countPictures(messages) };
    };
    const plain = await play('(picture)', before);
    const quoting = await play(PLACEHOLDERS, plain.played.responses.slice(0, before.length));
    const { thrown } = quoting.played;
    if (thrown !== null && plain.played.thrown === null) {
      trial.fail({
        expected: 'an answer, as to (picture) in its place',
        got: thrown.text,
        note: `turn ${before.length} said ${quote(saying.replaceAll('@', PLACEHOLDERS))}`,
      });
    }
    if (plain.pictures === null || quoting.pictures === null) return;
    if (plain.pictures === quoting.pictures) return;
    trial.fail({
      expected: `${plain.pictures} pictures, as with (picture) in its place`,
      got: `${quoting.pictures} pictures`,
      note: `turn ${before.length} said ${quote(saying.replaceAll('@', PLACEHOLDERS))}`,
    });
  },
});
