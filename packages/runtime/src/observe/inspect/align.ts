/** A stretch of a sample's tokens beside what stands in its place in a rendering. */
export interface Piece {
  /** Number of the turn; of what stands before it, where `isTurn` is false. */
  readonly turn: number;
  readonly isTurn: boolean;
  /** Positions, the ends exclusive. */
  readonly stored: readonly [from: number, to: number];
  readonly rendered: readonly [from: number, to: number];
}

/** Pieces that differ, one behind the other, without what is equal at both ends. */
export interface Difference extends Piece {
  /** It goes over the edge of a turn. */
  readonly crossesEdge: boolean;
}

type Ids = ArrayLike<number>;
type Span = readonly [from: number, to: number];

/**
 * Where a turn stands in a rendering: between what is equal, before and behind, in a rendering that
 * has another text in its place.
 */
export function spanBetween(rendered: Ids, other: Ids): Span {
  const least = Math.min(rendered.length, other.length);
  let from = 0;
  while (from < least && rendered[from] === other[from]) from += 1;
  let behind = 0;
  while (
    behind < least - from &&
    rendered[rendered.length - 1 - behind] === other[other.length - 1 - behind]
  ) {
    behind += 1;
  }
  return [from, rendered.length - behind];
}

/** Lays turns beside turns, and what is between them beside what is between them. */
export function piecesOf(
  stored: { readonly length: number; readonly turns: readonly Span[] },
  rendered: { readonly length: number; readonly turns: readonly Span[] },
): Piece[] {
  const pieces: Piece[] = [];
  let [left, right] = [0, 0];
  const add = (turn: number, isTurn: boolean, storedTo: number, renderedTo: number): void => {
    const to = Math.max(right, renderedTo);
    pieces.push({ turn, isTurn, stored: [left, storedTo], rendered: [right, to] });
    left = storedTo;
    right = to;
  };
  for (const [turn, [from, to]] of stored.turns.entries()) {
    const [renderedFrom, renderedTo] = rendered.turns[turn] ?? [right, right];
    add(turn, false, from, renderedFrom);
    add(turn, true, to, renderedTo);
  }
  add(stored.turns.length, false, stored.length, rendered.length);
  return pieces;
}

/** The differences within pieces; those that touch are one. */
export function differencesOf(stored: Ids, rendered: Ids, pieces: readonly Piece[]): Difference[] {
  const found: Difference[] = [];
  for (const piece of pieces) {
    const next = { ...trim(stored, rendered, piece), crossesEdge: false };
    if (isEmpty(next)) continue;
    const last = found.at(-1);
    if (last?.stored[1] !== next.stored[0] || last.rendered[1] !== next.rendered[0]) {
      found.push(next);
      continue;
    }
    found[found.length - 1] = {
      // Of two that touch, the turn is what tells why.
      ...(piece.isTurn ? piece : last),
      stored: [last.stored[0], next.stored[1]],
      rendered: [last.rendered[0], next.rendered[1]],
      crossesEdge: true,
    };
  }
  // What one piece lacks the next may have.
  return found
    .map((one) => ({ ...one, ...trim(stored, rendered, one) }))
    .filter((one) => !isEmpty(one));
}

/** Without what is equal at both ends. */
function trim<Found extends Piece>(stored: Ids, rendered: Ids, piece: Found): Found {
  let [left, leftEnd] = piece.stored;
  let [right, rightEnd] = piece.rendered;
  while (left < leftEnd && right < rightEnd && stored[left] === rendered[right]) {
    left += 1;
    right += 1;
  }
  while (left < leftEnd && right < rightEnd && stored[leftEnd - 1] === rendered[rightEnd - 1]) {
    leftEnd -= 1;
    rightEnd -= 1;
  }
  return { ...piece, stored: [left, leftEnd], rendered: [right, rightEnd] };
}

function isEmpty({ stored, rendered }: Piece): boolean {
  return stored[0] === stored[1] && rendered[0] === rendered[1];
}
