import { AddedTokenMatcher } from './added-tokens.ts';
import type { BpeTables } from './bpe-tables.ts';
import { type SplitRule, splitRule } from './split-rule.ts';
import { nativeAgrees, normalizeNfc } from './unicode.ts';

/** Receives a text in parts, in order. */
export interface PieceSink {
  /**
   * Positions of what follows count in a stretch of the text, as it is after normalisation.
   *
   * @param start where the stretch begins in the text
   */
  stretch(start: number, text: string, normalized: string): void;
  added(id: number, start: number, end: number): void;
  piece(piece: string, start: number): void;
}

/** Which added tokens to look for. */
export interface SplitOptions {
  readonly specials: boolean;
  readonly encodeSpecialsAsText?: boolean;
  readonly cuts?: readonly number[];
}

/** Cuts text into added tokens and pieces, as the Rust crate does before its model comes in. */
export class TextSplitter {
  readonly #nfc: boolean;
  readonly #rules: readonly SplitRule[];
  readonly #matchers: readonly [AddedTokenMatcher | undefined, AddedTokenMatcher | undefined];

  /** @throws TokenizerError for a split pattern whose meaning could differ */
  constructor({ nfc, splits, addedTokens }: BpeTables) {
    this.#nfc = nfc;
    this.#rules = splits.map(splitRule);
    this.#matchers = [
      AddedTokenMatcher.of(addedTokens.filter((token) => !token.normalized)),
      AddedTokenMatcher.of(addedTokens.filter((token) => token.normalized)),
    ];
  }

  /** Cuts a text; lone surrogates are U+FFFD in its pieces. */
  split(text: string, options: SplitOptions, sink: PieceSink): void {
    const { specials, encodeSpecialsAsText = false, cuts = [] } = options;
    const [first] = this.#matchers;
    if (!specials || first === undefined) {
      this.#stretch(text, 0, options, cuts, sink);
      return;
    }
    for (const { id, start, end } of first.spans(text, cuts, encodeSpecialsAsText)) {
      const part = start === 0 && end === text.length ? text : text.slice(start, end);
      if (id === undefined) {
        const inside = cuts.filter((cut) => cut > start && cut < end).map((cut) => cut - start);
        this.#stretch(part, start, options, inside, sink);
      } else {
        sink.stretch(start, part, part);
        sink.added(id, 0, part.length);
      }
    }
  }

  /** Text without tokens that are matched before normalisation. */
  #stretch(
    text: string,
    start: number,
    options: SplitOptions,
    cuts: readonly number[],
    sink: PieceSink,
  ): void {
    if (text === '') return;
    if (!/[^\0-\x7f]/.test(text)) {
      sink.stretch(start, text, text);
      this.#normalized(text, 'ascii', options, cuts, sink);
      return;
    }
    const wellFormed = wellFormedText(text);
    const normalized = this.#nfc ? normalizeNfc(wellFormed) : wellFormed;
    const moved = normalized === text ? cuts : normalizedCuts(text, cuts);
    sink.stretch(start, wellFormed, normalized);
    this.#normalized(
      normalized,
      nativeAgrees(normalized) ? 'native' : 'table',
      options,
      moved,
      sink,
    );
  }

  #normalized(
    text: string,
    mode: keyof SplitRule,
    options: SplitOptions,
    cuts: readonly number[],
    sink: PieceSink,
  ): void {
    const [, second] = this.#matchers;
    if (!options.specials || second === undefined) {
      this.#pieces(text, 0, mode, 0, sink);
      return;
    }
    const asText = options.encodeSpecialsAsText ?? false;
    for (const { id, start, end } of second.spans(text, cuts, asText)) {
      if (id !== undefined) sink.added(id, start, end);
      else this.#pieces(text.slice(start, end), start, mode, 0, sink);
    }
  }

  #pieces(
    text: string,
    start: number,
    mode: keyof SplitRule,
    level: number,
    sink: PieceSink,
  ): void {
    const rule = this.#rules[level];
    if (rule === undefined) {
      sink.piece(text, start);
      return;
    }
    const { here, next } = rule[mode];
    const isLast = level + 1 === this.#rules.length;
    const emit = (part: string, from: number) => {
      if (isLast) sink.piece(part, start + from);
      else this.#pieces(part, start + from, mode, level + 1, sink);
    };
    let last = 0;
    while (last < text.length) {
      // A test makes no match object: as many as pieces would be half of what encoding allocates.
      here.lastIndex = last;
      if (here.test(text) && here.lastIndex > last) {
        const end = here.lastIndex;
        emit(text.slice(last, end), last);
        last = end;
        continue;
      }
      const match = findPiece(next, text, last);
      if (match === undefined) break;
      const [part] = match;
      if (match.index > last) emit(text.slice(last, match.index), last);
      emit(part, match.index);
      last = match.index + part.length;
    }
    if (last < text.length) emit(last === 0 ? text : text.slice(last), last);
  }
}

/** The first match from `from` on that is not empty. */
function findPiece(next: RegExp, text: string, from: number): RegExpExecArray | undefined {
  next.lastIndex = from;
  for (;;) {
    const match = next.exec(text);
    if (match === null || match[0] !== '') return match ?? undefined;
    next.lastIndex += 1;
  }
}

/** Lone surrogates have no UTF-8: U+FFFD, as the crate's bindings do. */
function wellFormedText(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Where cuts are after NFC. They stand before ASCII, so nothing composes across them. */
function normalizedCuts(text: string, cuts: readonly number[]): number[] {
  let from = 0;
  let length = 0;
  return cuts.map((cut) => {
    length += normalizeNfc(wellFormedText(text.slice(from, cut))).length;
    from = cut;
    return length;
  });
}
