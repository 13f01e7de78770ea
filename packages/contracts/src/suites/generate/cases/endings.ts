import fc from 'fast-check';
import { weighted } from '../../../arbitraries/weighted.ts';
import type { Trouble, TroubleKind } from '../stage/trouble.ts';
import { LOST_REPLIES } from '../stage/trouble.ts';
import type { EpisodeCase } from './episode-case.ts';

/** A way in which an episode can end: changes to a case in which nothing goes wrong. */
export interface Ending {
  troubles?: readonly Trouble[];
  response?: number;
  context?: number;
  maxTurns?: number;
  endsByText?: boolean;
}

/** The case with an ending. */
export function withEnding(input: EpisodeCase, ending: Ending): EpisodeCase {
  return { ...input, ...ending };
}

/** Ways to end, the plainest first: of several that are drawn most are different. */
const ENDINGS: readonly Ending[] = [
  {},
  { troubles: struck('abort', 0) },
  { troubles: struck('length', 0) },
  { endsByText: true },
  { maxTurns: 1 },
  { troubles: struck('bare_abort', 0) },
  { response: 9 },
  { troubles: struck('abort', 1) },
  { troubles: struck('limit_stop', 0) },
  { troubles: struck('null_logprob', 0, 1) },
  { troubles: struck('length', 1) },
  { troubles: struck('unknown_finish', 0, 1) },
  { troubles: struck('bare_abort', 1) },
  { troubles: struck('null_finish', 1, 1) },
  { troubles: struck('status_500', 0, 1) },
  { troubles: struck('weight_version_change', 1) },
  { context: 8 },
  { troubles: struck('missing_logprobs', 0, 1) },
  { response: 60 },
  { troubles: struck('reset_mid', 1, 1) },
];

/** Several ways to end, each to be tried on one case; none with these kinds of trouble. */
export function endings({
  least = 5,
  without = [],
}: { least?: number; without?: readonly TroubleKind[] } = {}): fc.Arbitrary<Ending[]> {
  const wanted = ENDINGS.filter(
    ({ troubles: list = [] }) => !list.some(({ kind }) => without.includes(kind)),
  );
  return fc.shuffledSubarray(wanted, { minLength: least, maxLength: least + 3 });
}

/** Requests before the first that is struck; many plugins make one. */
const PLACES = weighted<number>([
  [0, 3],
  [1, 2],
  [2, 1],
]);

/** Kinds of trouble, each at one of the first requests, for one request, two, or all from there on. */
export function troubles(
  kinds: readonly TroubleKind[],
  times: readonly (number | null)[] = [1, null, 2],
): fc.Arbitrary<Trouble[]> {
  return fc
    .tuple(
      fc.shuffledSubarray([...kinds], { minLength: Math.min(3, kinds.length) }),
      fc.array(fc.tuple(PLACES, fc.constantFrom(...times)), {
        minLength: kinds.length,
        maxLength: kinds.length,
      }),
    )
    .map(([drawn, places]) =>
      drawn.map((kind, index) => {
        const [at, count] = places[index] ?? [0, null];
        return { kind, at, times: count };
      }),
    );
}

/** Troubles in which no usable reply comes back. */
export function lostReplies(): fc.Arbitrary<Trouble[]> {
  return troubles(LOST_REPLIES);
}

function struck(kind: TroubleKind, at: number, times: number | null = null): Trouble[] {
  return [{ kind, at, times }];
}
