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
  focus?: number;
  /** What the plugin looks for around an answer. */
  frame?: AnswerFrame;
}

/** The turns of an episode, as many as the environment takes. */
export interface EpisodePlan {
  turns: TurnPlan[];
}

type Share = readonly [kind: Exclude<TurnKind, 'prose' | 'hostile'>, weight: number];

const ANSWERS: readonly Share[] = [
  ['answer', 9],
  ['wrong_answer', 6],
];
const CALLS: readonly Share[] = [
  ['call', 61],
  ['calls', 7],
  ['mutated_call', 10],
];
const OTHERS: readonly Share[] = [
  ['thought_call', 3],
  ['cut', 4],
];
const FOCUS = fc.noBias(fc.nat(255));

/** Turns of every kind: more than half are valid calls where there are tools; shrinks to no words. */
export function turnPlan({ vocabulary }: { vocabulary: Vocabulary }): fc.Arbitrary<TurnPlan> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 6, arbitrary: vocabularyText(vocabulary).map((words) => plain('prose', words)) },
    { weight: 90, arbitrary: act([...ANSWERS, ...CALLS, ...OTHERS], vocabulary) },
    { weight: 4, arbitrary: compactHostileText().map((words) => plain('hostile', words)) },
  );
}

/**
 * Whole episodes of one turn or more. Half of them call tools in every turn but the last, since
 * many environments take a turn without a call for the end.
 */
export function episodePlan({
  vocabulary,
  mostTurns = 12,
}: {
  vocabulary: Vocabulary;
  /** Default 12. */
  mostTurns?: number;
}): fc.Arbitrary<EpisodePlan> {
  const turn = turnPlan({ vocabulary });
  const any = listOf(turn, { min: 1, max: mostTurns });
  const calls = listOf(act(CALLS, vocabulary), { min: 1, max: Math.max(1, mostTurns - 1) });
  const last = listOf(turn, { min: 0, max: Math.min(1, mostTurns - 1) });
  const busy = fc.tuple(calls, last).map((turns) => turns.flat());
  return fc
    .tuple(FOCUS, fc.oneof(any, busy))
    .map(([focus, turns]) => ({ turns: turns.map((drawn) => ({ ...drawn, focus })) }));
}

function plain(kind: 'prose' | 'hostile', words: CompactText): TurnPlan {
  return { kind, picks: [], words };
}

function act(shares: readonly Share[], vocabulary: Vocabulary): fc.Arbitrary<TurnPlan> {
  // An argument is mostly one thing, a turn's lead mostly nothing.
  const words = fc.oneof(fc.constant(''), vocabularyPiece(vocabulary), vocabularyText(vocabulary));
  return fc
    .tuple(weighted(shares), picks(20), words, FOCUS, optionalFrame(vocabulary))
    .map(([kind, numbers, text, focus, frame]): TurnPlan => ({
      kind,
      picks: numbers,
      words: text,
      focus,
      ...(frame !== undefined && /answer/.test(kind) && { frame }),
    }));
}
