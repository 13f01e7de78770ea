import { firstDifference } from '../../../runner/first-difference.ts';

/** An episode with a call that must have no effect, and the same with other words in its place. */
export interface CallPlays {
  /** What was seen with the call. */
  real: unknown;
  /** The same with a call of an unknown tool, all letters of which are this one. */
  disguised: (letter: string) => Promise<unknown>;
  /** The same with the call in brackets that no parser reads. */
  untagged: () => Promise<unknown>;
}

/** What the call changed, beside a call of an unknown tool. */
type Effect = NonNullable<ReturnType<typeof firstDifference>>;

/** Further names under which an env that quotes what was said must do the same. */
const OTHER_LETTERS = ['q', 'k', 'v'];

/**
 * Whether a call did something. An env that quotes or measures a turn tells any two apart: that is no
 * effect of a call, nor is what its words do without the tags. Of an env that names what it was asked
 * for ("Unknown tool xxxx"), answers are compared without their words: a result has another shape.
 */
export async function effectOfCall({
  real,
  disguised,
  untagged,
}: CallPlays): Promise<Effect | null> {
  const unknown = await disguised('x');
  const effect = firstDifference(real, unknown);
  if (effect === null) return null;
  const other = await disguised('z');
  const isQuoted = firstDifference(other, unknown) !== null;
  const isSame = (left: unknown, right: unknown): boolean =>
    isQuoted ? shapeOf(left) === shapeOf(right) : firstDifference(left, right) === null;
  if (isQuoted) {
    if (isSame(real, unknown) || !isSame(other, unknown)) return null;
    for (const letter of OTHER_LETTERS) {
      if (!isSame(await disguised(letter), unknown)) return null;
    }
  }
  return isSame(await untagged(), real) ? null : effect;
}

/** The data with each word of its texts as one mark: a quotation may be cut, escaped or encoded. */
function shapeOf(seen: unknown): string {
  return (JSON.stringify(seen) ?? '').replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) =>
    text.replaceAll(/\S+/g, '?'),
  );
}
