import fc from 'fast-check';
import type { CompactText } from './compact-text.ts';
import { compactHostileText } from './hostile-text.ts';
import { listOf } from './list-of.ts';
import { picks } from './picks.ts';
import {
  type AnswerFrame,
  optionalFrame,
  type Vocabulary,
  vocabularyPiece,
  vocabularyText,
} from './vocabulary.ts';
import { weighted } from './weighted.ts';

/** What a turn of the policy is meant to be. */
export type TurnKind =
  | 'prose'
  | 'answer'
  | 'wrong_answer'
  | 'call'
  | 'calls'
  | 'thought_call'
  | 'mutated_call'
  | 'cut'
  | 'hostile';

/**
 * What the policy does in a turn, before it is known what the environment will have said: plain
 * data, made a text by {@link speak}.
 */
export interface TurnPlan {
  kind: TurnKind;
  /** Decide tool, arguments and form; see {@link Picker}. */
  picks: number[];
  /** Words around calls and answers, and the whole turn of prose and hostile ones. */
  words: CompactText;
  /** Decides which of the things that were seen it is about: the same for a whole episode. */
  focus: number;
  /** What the plugin looks for around an answer. */
  frame?: AnswerFrame;
}

/** The turns of an episode, as many as the environment takes. */
export interface EpisodePlan {
  turns: TurnPlan[];
}

/** Shares in 100 turns that are neither prose nor hostile, the plainest first. */
const ACTS = weighted<Exclude<TurnKind, 'prose' | 'hostile'>>([
  ['answer', 9],
  ['wrong_answer', 6],
  ['call', 61],
  ['calls', 7],
  ['thought_call', 3],
  ['mutated_call', 10],
  ['cut', 4],
]);

const FOCUS = fc.noBias(fc.nat(255));

/** Turns of every kind: more than half are valid calls where there are tools; shrinks to no words. */
export function turnPlan({ vocabulary }: { vocabulary: Vocabulary }): fc.Arbitrary<TurnPlan> {
  const words = vocabularyText(vocabulary);
  // An argument is mostly one thing, a turn's lead mostly nothing.
  const fewWords = fc.oneof(fc.constant(''), vocabularyPiece(vocabulary), words);
  return fc.oneof(
    { withCrossShrink: true },
    {
      weight: 6,
      arbitrary: words.map((text): TurnPlan => ({
        kind: 'prose',
        picks: [],
        words: text,
        focus: 0,
      })),
    },
    {
      weight: 90,
      arbitrary: fc
        .tuple(ACTS, picks(20), fewWords, FOCUS, optionalFrame(vocabulary))
        .map(([kind, numbers, text, focus, frame]): TurnPlan => ({
          kind,
          picks: numbers,
          words: text,
          focus,
          ...(frame !== undefined && /answer/.test(kind) && { frame }),
        })),
    },
    {
      weight: 4,
      arbitrary: compactHostileText().map((text): TurnPlan => ({
        kind: 'hostile',
        picks: [],
        words: text,
        focus: 0,
      })),
    },
  );
}

/** Whole episodes of one turn or more. */
export function episodePlan({
  vocabulary,
  mostTurns = 8,
}: {
  vocabulary: Vocabulary;
  /** Default 8. */
  mostTurns?: number;
}): fc.Arbitrary<EpisodePlan> {
  const turns = listOf(turnPlan({ vocabulary }), { min: 1, max: mostTurns });
  return fc
    .tuple(FOCUS, turns)
    .map(([focus, drawn]) => ({ turns: drawn.map((turn) => ({ ...turn, focus })) }));
}
