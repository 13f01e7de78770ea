/** A token outside the merges, matched in text before anything else. */
export interface AddedToken {
  readonly id: number;
  readonly content: string;
  /** Left out by `skipSpecialTokens`. */
  readonly special: boolean;
  /** Matched after normalisation instead of before. */
  readonly normalized: boolean;
}

/** A stretch of text: that of an added token, or of anything else. */
export interface Span {
  readonly id: number | undefined;
  readonly start: number;
  readonly end: number;
}

/** Finds added tokens in text, leftmost and longest first. */
export class AddedTokenMatcher {
  readonly #pattern: RegExp;
  readonly #tokens: ReadonlyMap<string, AddedToken>;

  private constructor(tokens: readonly AddedToken[]) {
    const contents = tokens
      .map(({ content }) => content)
      .sort((a, b) => b.length - a.length)
      .map(escapeRegExp);
    this.#pattern = new RegExp(contents.join('|'), 'g');
    this.#tokens = new Map(tokens.map((token) => [token.content, token]));
  }

  /** Undefined when there is nothing to match. */
  static of(tokens: readonly AddedToken[]): AddedTokenMatcher | undefined {
    return tokens.length === 0 ? undefined : new AddedTokenMatcher(tokens);
  }

  /**
   * Cuts text at its added tokens.
   *
   * @param cuts positions, ascending, that no added token may span
   * @param specialsAsText whether special tokens stay text; what they cover is not looked at again
   */
  spans(text: string, cuts: readonly number[], specialsAsText: boolean): Span[] {
    const spans: Span[] = [];
    let pending = 0;
    const flush = (end: number) => {
      if (end > pending) spans.push({ id: undefined, start: pending, end });
    };
    let from = 0;
    for (const to of [...cuts, text.length]) {
      const window = from === 0 && to === text.length ? text : text.slice(from, to);
      this.#pattern.lastIndex = 0;
      for (;;) {
        const match = this.#pattern.exec(window);
        if (match === null) break;
        const token = this.#tokens.get(match[0]);
        if (token === undefined || (specialsAsText && token.special)) continue;
        const start = from + match.index;
        flush(start);
        pending = start + match[0].length;
        spans.push({ id: token.id, start, end: pending });
      }
      from = to;
    }
    flush(text.length);
    return spans;
  }
}

export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
