import type { AddedToken } from './added-tokens.ts';
import { characterBytes, isInByteAlphabet } from './byte-alphabet.ts';
import { TokenizerError } from './tokenizer-error.ts';

/** No vocabulary comes near it; a broken file with one huge id must not ask for its memory. */
export const HIGHEST_ID = 16_777_215;

/** The bytes of all tokens, one token after the other, in shared memory. */
export interface TokenTable {
  readonly bytes: Uint8Array;
  /** Where the bytes of each id begin, and where the last end. */
  readonly starts: Uint32Array;
  /** 1 for each id that is left out by `skipSpecialTokens`. */
  readonly special: Uint8Array;
}

/**
 * Lays out the tokens of a vocabulary.
 *
 * @param vocab ids by token, in the byte alphabet all but those that are added tokens
 */
export function tokenTable(
  vocab: ReadonlyMap<string, number>,
  added: readonly AddedToken[],
): TokenTable {
  const size = highestId(vocab, added) + 1;
  const tokens: (Uint8Array | undefined)[] = Array.from({ length: size });
  for (const [token, id] of vocab) tokens[id] = bytesOfToken(token);
  const special = new Uint8Array(new SharedArrayBuffer(size));
  for (const { id, content, special: isSpecial } of added) {
    tokens[id] = bytesOfToken(content);
    special[id] = isSpecial ? 1 : 0;
  }
  const starts = new Uint32Array(new SharedArrayBuffer((size + 1) * Uint32Array.BYTES_PER_ELEMENT));
  let total = 0;
  for (const [id, token] of tokens.entries()) {
    starts[id] = total;
    total += token?.length ?? 0;
  }
  starts[size] = total;
  const bytes = new Uint8Array(new SharedArrayBuffer(total));
  for (const [id, token] of tokens.entries()) {
    if (token !== undefined) bytes.set(token, starts[id] ?? 0);
  }
  return { bytes, starts, special };
}

/** A token has four bytes or so; few texts are longer than that. */
const USUAL_BYTES = 6;

/** The bytes of ids, one id after the other; ids outside the vocabulary have none. */
export function bytesOf(
  table: TokenTable,
  ids: ArrayLike<number>,
  skipSpecialTokens: boolean,
): Buffer {
  const { bytes, starts, special } = table;
  const size = special.length;
  let text = Buffer.allocUnsafe(ids.length * USUAL_BYTES);
  let position = 0;
  for (let index = 0; index < ids.length; index += 1) {
    const id = ids[index] ?? -1;
    if (id < 0 || id >= size || (skipSpecialTokens && special[id] === 1)) continue;
    const end = starts[id + 1] ?? 0;
    let from = starts[id] ?? 0;
    if (position + end - from > text.length) text = grown(text, position + end - from);
    while (from < end) {
      text[position] = bytes[from] ?? 0;
      position += 1;
      from += 1;
    }
  }
  return text.subarray(0, position);
}

function grown(text: Buffer<ArrayBuffer>, needed: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafe(Math.max(needed, text.length * 2));
  text.copy(larger);
  return larger;
}

/** As the crate's decoder: what can be read as the byte alphabet is read so, else as text. */
function bytesOfToken(token: string): Uint8Array {
  if (!isInByteAlphabet(token)) return Buffer.from(token, 'utf8');
  return Uint8Array.from(token, (character) => characterBytes[character.charCodeAt(0)] ?? 0);
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
