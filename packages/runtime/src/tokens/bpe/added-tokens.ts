/** A token outside the merges, matched in text before anything else. */
export interface AddedToken {
  readonly id: number;
  readonly content: string;
  /** Left out by `skipSpecialTokens`. */
  readonly special: boolean;
  /** Matched after normalisation instead of before. */
  readonly normalized: boolean;
}

/** A stretch of text, or the id of an added token. */
export type Span = { id: number } | { id: undefined; start: number; end: number };

/** Finds added tokens in text, leftmost and longest first. */
export class AddedTokenMatcher {
  readonly #pattern: RegExp;
  readonly #ids: ReadonlyMap<string, number>;

  private constructor(tokens: readonly AddedToken[]) {
    const contents = tokens
      .map(({ content }) => content)
      .sort((a, b) => b.length - a.length)
      .map(escapeRegExp);
    this.#pattern = new RegExp(contents.join('|'), 'g');
    this.#ids = new Map(tokens.map(({ content, id }) => [content, id]));
  }

  /** Undefined when there is nothing to match. */
  static of(tokens: readonly AddedToken[]): AddedTokenMatcher | undefined {
    return tokens.length === 0 ? undefined : new AddedTokenMatcher(tokens);
  }

  /**
   * Cuts text at its added tokens.
   *
   * @param cuts positions, ascending, that no added token may span
   */
  spans(text: string, cuts: readonly number[]): Span[] {
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
        const id = this.#ids.get(match[0]);
        if (id === undefined) continue;
        flush(from + match.index);
        spans.push({ id });
        pending = from + match.index + match[0].length;
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
