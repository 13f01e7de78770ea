import { randomUUID } from 'node:crypto';
import { EncoderError } from 'slime-sdk';
import type { Tokenizer as Binding } from 'tokenizers';
import { type AddedToken, AddedTokenMatcher } from '../bpe/added-tokens.ts';
import { HIGHEST_ID } from '../bpe/token-bytes.ts';
import { TokenizerError } from '../bpe/tokenizer-error.ts';
import type { EncodeOptions } from '../tokenizer.ts';
import { blurredToken } from './forged-token.ts';
import type { Mark, MarkedText } from './marked-text.ts';
import type { RustTokenizerJson } from './rust-tokenizer-json.ts';

/** What the crate's `\\w` takes. */
const WORD_CHARACTER = '[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]';
const ENDS_WITH_WORD = new RegExp(`${WORD_CHARACTER}$`, 'u');
const STARTS_WITH_WORD = new RegExp(`^${WORD_CHARACTER}`, 'u');

/**
 * A tokenizer whose added tokens have names that no text holds: text stays text, and an added
 * token comes out only where its name was put into the text.
 */
export class HiddenTokens {
  readonly binding: Binding;
  readonly #names: ReadonlyMap<number, string>;
  readonly #idsByHidden = new Map<number, number>();
  readonly #matcher: AddedTokenMatcher | undefined;
  readonly #singleWords: ReadonlySet<number>;
  /** Tokens that a mark behind them may become part of, by id. */
  readonly #normalized: ReadonlyMap<number, string>;
  /** Tokens that the crate looks for in a text that is not the one at hand. */
  readonly #unmatched: readonly string[];

  /** @throws TokenizerError when an id is beyond all vocabularies */
  constructor(
    json: RustTokenizerJson,
    tokens: readonly AddedToken[],
    create: (json: string) => Binding,
  ) {
    const secret = randomUUID().slice(0, 8);
    this.#names = new Map(tokens.map(({ id }) => [id, `\ufdd0${secret}${id}\ufdd1`]));
    const idOf = new Map(tokens.map(({ content, id }) => [content, id]));
    const nameOf = (content: string) => this.#names.get(idOf.get(content) ?? -1) ?? content;
    this.binding = create(
      JSON.stringify({
        ...json,
        added_tokens: json.added_tokens.map((token) => ({
          ...token,
          content: nameOf(token.content),
          single_word: false,
          normalized: false,
        })),
        model: withoutGaps(withoutSpecials(json.model, tokens, nameOf), secret),
      }),
    );
    for (const [id, name] of this.#names) {
      const hidden = this.binding.tokenToId(name);
      if (hidden === null) throw new TokenizerError(`the added token ${id} has no id`);
      this.#idsByHidden.set(hidden, id);
    }
    const normalizer = this.binding.getNormalizer();
    const blurred = blurredToken(this.binding, tokens);
    const isMoved = ({ content, normalized }: AddedToken) =>
      normalized && normalizer !== null && normalizer.normalizeString(content) !== content;
    this.#unmatched = tokens
      .filter((token) => token.content === blurred || isMoved(token))
      .map(({ content }) => content);
    this.#normalized = new Map(
      normalizer === null
        ? []
        : tokens.flatMap(({ id, content, normalized }) => (normalized ? [[id, content]] : [])),
    );
    this.#matcher = AddedTokenMatcher.of(tokens);
    this.#singleWords = new Set(
      json.added_tokens.flatMap((token) =>
        token.single_word ? (idOf.get(token.content) ?? []) : [],
      ),
    );
  }

  /** The id of the token of a name; other ids are what they are. */
  idOf(id: number): number {
    return this.#idsByHidden.get(id) ?? id;
  }

  /**
   * Puts names in the place of the added tokens that are to be read.
   *
   * @throws EncoderError for a token that this cannot do for
   */
  mark(
    text: string,
    { specials, encodeSpecialsAsText = false, cuts = [] }: EncodeOptions,
  ): MarkedText {
    if (!specials || this.#matcher === undefined) return { text, original: text, marks: [] };
    const unmatched = this.#unmatched.find((content) => text.includes(content));
    if (unmatched !== undefined) {
      throw new EncoderError(
        `the added token ${unmatched} is matched after normalisation, which changes it: text that ` +
          'holds it cannot be told from content that looks like a special token. Set ' +
          '"normalized": false for it in tokenizer.json',
      );
    }
    const marks: Mark[] = [];
    let marked = '';
    for (const { id, start, end } of this.#matcher.spans(text, cuts, encodeSpecialsAsText)) {
      const name = id === undefined ? undefined : this.#names.get(id);
      if (id === undefined || name === undefined || this.#isText(id, text, start, end)) {
        marked += text.slice(start, end);
        continue;
      }
      marks.push({
        start: marked.length,
        end: marked.length + name.length,
        originalStart: start,
        originalEnd: end,
      });
      marked += name;
    }
    return { text: marked, original: text, marks };
  }

  #isText(id: number, text: string, start: number, end: number): boolean {
    return this.#isInsideWord(id, text, start, end) || this.#isComposed(id, text, end);
  }

  /** An accent behind a token can make its last character another one before it is matched. */
  #isComposed(id: number, text: string, end: number): boolean {
    const content = this.#normalized.get(id);
    if (content === undefined) return false;
    const [marks = ''] = /^\p{M}{0,30}/u.exec(text.slice(end, end + 60)) ?? [];
    if (marks === '') return false;
    const normalizer = this.binding.getNormalizer();
    return normalizer !== null && !normalizer.normalizeString(content + marks).startsWith(content);
  }

  #isInsideWord(id: number, text: string, start: number, end: number): boolean {
    if (!this.#singleWords.has(id)) return false;
    const before = text.slice(Math.max(start - 2, 0), start);
    return ENDS_WITH_WORD.test(before) || STARTS_WITH_WORD.test(text.slice(end, end + 2));
  }
}

/**
 * Takes special tokens out of the reach of text: models that look whole words up would find them
 * in their vocabulary. BPE does so with `ignore_merges`; else it comes to tokens by merges only.
 */
function withoutSpecials(
  model: RustTokenizerJson['model'],
  tokens: readonly AddedToken[],
  nameOf: (content: string) => string,
): RustTokenizerJson['model'] {
  const hidden = new Set(
    tokens
      .filter(({ special, content }) => special && content !== model.unk_token)
      .map(({ content }) => content),
  );
  // In the vocabulary they keep a name of their own: that of the added token gets another id.
  const rename = (token: string) => (hidden.has(token) ? `${nameOf(token)}*` : token);
  const { vocab, merges, ignore_merges } = model;
  if (Array.isArray(vocab)) {
    return { ...model, vocab: vocab.map(([token, score]) => [rename(token), score]) };
  }
  if (merges !== undefined && ignore_merges !== true) return model;
  for (const merge of merges ?? []) {
    const [left = '', right = ''] = typeof merge === 'string' ? merge.split(' ') : merge;
    for (const token of [left, right, left + right]) hidden.delete(token);
  }
  return {
    ...model,
    vocab: Object.fromEntries(Object.entries(vocab).map(([token, id]) => [rename(token), id])),
  };
}

/** New tokens get ids from the number of tokens on, which must not be those of others. */
function withoutGaps(model: RustTokenizerJson['model'], secret: string): unknown {
  const { vocab } = model;
  if (Array.isArray(vocab)) return model;
  const taken = new Set(Object.values(vocab));
  let highest = -1;
  for (const id of taken) highest = Math.max(highest, id);
  if (highest > HIGHEST_ID) throw new TokenizerError(`its vocabulary has the id ${highest}`);
  if (taken.size === highest + 1) return model;
  const filled = { ...vocab };
  for (let id = 0; id < highest; id += 1) if (!taken.has(id)) filled[`${secret}gap${id}`] = id;
  return { ...model, vocab: filled };
}
