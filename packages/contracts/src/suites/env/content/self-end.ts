import fc from 'fast-check';
import { property } from '../../../check.ts';
import type { Vocabulary } from '../../../arbitraries/vocabulary.ts';
import { type EpisodeStart, episodeStart } from '../episode-start.ts';
import { ordinaryTurns } from '../ordinary-turns.ts';
import { playEpisode } from '../play-episode.ts';
import type { PlayedTurn } from '../policy-voice.ts';
import type { EnvTarget } from '../target.ts';
import { quote, showEpisode } from './episode-case.ts';
import { needsReasoning } from './needs-reasoning.ts';

/** `###STOP###`, `[DONE]`, `<<END>>`. */
const FENCED = /^[^\w\s]+[A-Z][A-Z _-]{2,}[^\w\s]+$/;
/** Words that end a talk by themselves. */
const ENDING = /^(?:TERMINATE|STOP|DONE|END|FINISH|FINISHED|EXIT|QUIT|COMPLETE|TASK_[A-Z_]+)$/;

/** What the policy may say beside its reasoning. */
const BODIES = ['Hello.', 'I am not sure yet.', 'Let me look that up.'];

interface Input {
  start: EpisodeStart;
  before: PlayedTurn[];
  marker: string;
  body: string;
}

/** A marker that the policy only thinks of ends nothing. */
export const selfEnd = property<EnvTarget, Input>({
  id: 'env/self-end',
  title: 'A stop marker that stands in the reasoning does not end the episode',
  why:
    "The marker is another party's word, the simulated user's for one. A policy that can end its own " +
    'episode by thinking of the marker stops where the reward is safe, or by accident.',
  fix:
    'Look for the marker in the words of the party that owns it, as its whole message; hand it ' +
    '`context.content`, never `responseText` with the reasoning in it.',
  source: 'tau_bench/envs/base.py:97-99; strands-rl/strands-env#168',
  faults: ['A102', 'B043'],
  requires: ['env/survives-text'],
  share: 0.2,
  needs: (target) =>
    stopMarkers(target.world.vocabulary).length === 0
      ? 'a stop marker in its source, such as ###STOP###'
      : needsReasoning(target),
  inputs: ({ world }) =>
    fc.record({
      start: episodeStart(world),
      before: fc.oneof(fc.constant<PlayedTurn[]>([]), ordinaryTurns(world, { fewest: 0, most: 2 })),
      marker: fc.constantFrom(...stopMarkers(world.vocabulary)),
      body: fc.constantFrom(...BODIES),
    }),
  show: showEpisode,
  async holds(target, { start, before, marker, body }, trial) {
    const say = (word: string): PlayedTurn => ({
      text: `<think>\nI will not say ${word} yet.\n</think>\n\n${body}`,
      truncated: false,
    });
    const play = async (turns: readonly PlayedTurn[]) => {
      const played = await playEpisode(target, trial, { start, turns, throws: 'record' });
      return { played, isDone: played.turns[before.length]?.done ?? null };
    };
    const plain = await play([...before, say(marker.replaceAll(/[A-Z]/g, 'x'))]);
    if (plain.isDone !== false) return;
    const said = [...plain.played.responses.slice(0, before.length), say(marker)];
    const marked = await play(said);
    if (marked.isDone !== true) return;
    trial.fail({
      expected: 'an episode that goes on, as without the marker',
      got: 'done: true',
      note: `turn ${before.length} said ${quote(marked.played.responses.at(-1)?.text ?? '')}`,
    });
  },
});

/** Literals of the plugin's source that look like the end of a talk. */
export function stopMarkers({ literals }: Vocabulary): string[] {
  return literals.filter(
    (literal) => literal.length <= 40 && (FENCED.test(literal) || ENDING.test(literal)),
  );
}
