import type { MaybePromise } from 'slime-sdk';

/**
 * Decodes ids as they come: a character that is cut between two ids is given out with the id that
 * completes it. All texts together are the text that the ids decode to at once.
 */
export interface DecodeStream {
  /** The text that is certain with these ids; empty while a character is incomplete. */
  push(ids: ArrayLike<number>): MaybePromise<string>;
  /** What is left: U+FFFD for an incomplete character. The stream is empty afterwards. */
  end(): MaybePromise<string>;
}
