import fc from 'fast-check';
import type { JsonObject } from 'slime-sdk';
import { weighted } from '../../../arbitraries/weighted.ts';
import type { World } from '../../../world/world.ts';
import type { Trouble } from '../stage/trouble.ts';
import type { EpisodeCase, MadeUpRow } from './episode-case.ts';
import { type ReplyOptions, replyPlan } from './reply-plans.ts';

/** Which episodes are wanted. */
export interface EpisodeOptions extends ReplyOptions {
  evaluation?: fc.Arbitrary<boolean>;
  /** Default 8,000 tokens: more than any episode needs. */
  response?: fc.Arbitrary<number>;
  /** Default null. */
  context?: fc.Arbitrary<number | null>;
  /** Default none. */
  troubles?: fc.Arbitrary<readonly Trouble[]>;
  /** Default up to 4. */
  mostReplies?: number;
}

/** Tokens of a response that no episode needs all of. */
export const AMPLE = 8000;

const METADATA: readonly JsonObject[] = [
  {},
  { id: 'row-1' },
  { id: 'row-2', level: 3, tags: ['a', 'b'] },
];

const TURNS = weighted<number>([
  [3, 4],
  [1, 1],
  [2, 2],
  [4, 1],
]);

/** Episodes on rows of the user's, or made-up ones; shrinks to one short plain reply. */
export function episodeCase(world: World, options: EpisodeOptions = {}): fc.Arbitrary<EpisodeCase> {
  const { mostReplies = 4 } = options;
  return fc.record({
    row: rowOf(world),
    index: fc.nat(99),
    evaluation: options.evaluation ?? fc.constant(false),
    response: options.response ?? fc.constant(AMPLE),
    context: options.context ?? fc.constant(null),
    maxTurns: TURNS,
    replies: fc.array(replyPlan(world, options), { minLength: 1, maxLength: mostReplies }),
    troubles: options.troubles ?? fc.constant([]),
    endsByText: fc.constant(false),
  });
}

/** A row of the user's, by its number, or a made-up one. */
export function rowOf({ rows }: World): fc.Arbitrary<EpisodeCase['row']> {
  if (rows.length > 0) return fc.nat(rows.length - 1);
  return fc
    .record({
      number: fc.nat(999),
      words: fc.constantFrom('What is it?', 'Solve x + 1 = 3.', 'Wie spät? 答案', 'a\n\nb'),
      label: fc.constantFrom('2', '42', 'A', 'Paris'),
      metadata: fc.constantFrom(...METADATA),
    })
    .map(({ number, words, label, metadata }): MadeUpRow => ({
      prompt: `Question ${number}: ${words}`,
      label,
      metadata,
    }));
}
