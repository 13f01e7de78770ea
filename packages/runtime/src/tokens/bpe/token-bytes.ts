import type { AddedToken } from './added-tokens.ts';
import { TokenizerError } from './tokenizer-error.ts';

/** No vocabulary comes near it; a broken file with one huge id must not ask for its memory. */
const HIGHEST_ID = 16_777_215;

/** The bytes of each token in one array, for decoding. */
export class TokenBytes {
  readonly size: number;
  readonly #bytes: Buffer;
  readonly #offsets: Uint32Array;
  readonly #special: Uint8Array;

  /**
   * @param vocab ids by token in the byte alphabet
   * @param characterBytes the byte of each character of that alphabet
   */
  constructor(
    vocab: ReadonlyMap<string, number>,
    characterBytes: Int16Array,
    added: readonly AddedToken[],
  ) {
    this.size = highestId(vocab, added) + 1;
    const tokens: (string | Buffer | undefined)[] = Array.from({ length: this.size });
    for (const [token, id] of vocab) tokens[id] = token;
    for (const { id, content } of added) tokens[id] = Buffer.from(content, 'utf8');
    this.#special = new Uint8Array(this.size);
    for (const { id, special } of added) this.#special[id] = special ? 1 : 0;
    this.#offsets = new Uint32Array(this.size + 1);
    let total = 0;
    for (const [id, token] of tokens.entries()) {
      this.#offsets[id] = total;
      total += token?.length ?? 0;
    }
    this.#offsets[this.size] = total;
    this.#bytes = Buffer.alloc(total);
    for (const [id, token] of tokens.entries()) {
      const offset = this.#offsets[id] ?? 0;
      if (typeof token === 'string') this.#write(token, offset, characterBytes);
      else if (token !== undefined) this.#bytes.set(token, offset);
    }
  }

  decode(ids: ArrayLike<number>, skipSpecialTokens: boolean): string {
    const shown = (id: number) =>
      id >= 0 && id < this.size && !(skipSpecialTokens && this.#special[id] === 1);
    let length = 0;
    for (let index = 0; index < ids.length; index += 1) {
      const id = ids[index] ?? -1;
      if (shown(id)) length += (this.#offsets[id + 1] ?? 0) - (this.#offsets[id] ?? 0);
    }
    const text = Buffer.allocUnsafe(length);
    let position = 0;
    for (let index = 0; index < ids.length; index += 1) {
      const id = ids[index] ?? -1;
      if (!shown(id)) continue;
      const end = this.#offsets[id + 1] ?? 0;
      for (let from = this.#offsets[id] ?? 0; from < end; from += 1) {
        text[position] = this.#bytes[from] ?? 0;
        position += 1;
      }
    }
    return text.toString('utf8');
  }

  #write(token: string, offset: number, characterBytes: Int16Array): void {
    for (let index = 0; index < token.length; index += 1) {
      const byte = characterBytes[token.charCodeAt(index)] ?? -1;
      if (byte < 0) {
        throw new TokenizerError(`the token ${JSON.stringify(token)} is not in the byte alphabet`);
      }
      this.#bytes[offset + index] = byte;
    }
  }
}

function highestId(vocab: ReadonlyMap<string, number>, added: readonly AddedToken[]): number {
  let highest = 0;
  const consider = (id: unknown, token: string) => {
    if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id > HIGHEST_ID) {
      throw new TokenizerError(`the token ${JSON.stringify(token)} has the id ${String(id)}`);
    }
    if (id > highest) highest = id;
  };
  for (const [token, id] of vocab) consider(id, token);
  for (const { content, id } of added) consider(id, content);
  return highest;
}
