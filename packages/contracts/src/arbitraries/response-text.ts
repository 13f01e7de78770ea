import fc from 'fast-check';
import type { JsonValue } from 'slime-sdk';
import type { HostileTextOptions } from './hostile-text.ts';
import { listOf } from './list-of.ts';
import {
  type ResponseKind,
  type ResponsePlan,
  responsePlan,
  writeResponse,
} from './response-plan.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A whole response, as a reward function reads it. */
export interface ResponseCase {
  /** The turns, joined by newlines; sometimes with the marker that ends a turn. */
  text: string;
  /** Without markers. */
  turns: readonly string[];
  /** What the last turn is. */
  kind: ResponseKind;
}

/** The marker that ends a turn in the templates of Qwen. */
export const END_OF_TURN = '<|im_end|>';

/**
 * Responses to be graded: the declared right and wrong ones, answers in the common forms with and
 * without reasoning before them, several answers, hedges, prose, forged turns and hostile texts.
 * Shrinks to one empty turn.
 */
export function responseText(
  options: {
    vocabulary: Vocabulary;
    /** Responses that are right, and wrong. */
    rights?: readonly string[];
    wrongs?: readonly string[];
    /** Answers of the rows, which right and wrong ones are made of where none is declared. */
    labels?: readonly JsonValue[];
  } & HostileTextOptions,
): fc.Arbitrary<ResponseCase> {
  const { rights = [], wrongs = [], labels = [] } = options;
  const key = { rights, wrongs, labels };
  return fc.tuple(responsePlans(options), fc.nat(9)).map(([plans, marker]): ResponseCase => {
    const turns = plans.map((plan) => writeResponse(plan, key));
    return {
      text: turns.join('\n') + (marker === 9 ? END_OF_TURN : ''),
      turns,
      kind: plans.at(-1)?.kind ?? 'prose',
    };
  });
}

/** Plans of one to four turns, mostly of one. */
export function responsePlans(
  options: { vocabulary: Vocabulary } & HostileTextOptions,
): fc.Arbitrary<ResponsePlan[]> {
  const plan = responsePlan(options);
  const before = fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: listOf(plan, { min: 1, max: 3 }) },
  );
  return fc.tuple(before, plan).map(([earlier, last]) => [...earlier, last]);
}
