import type { AddedToken } from './added-tokens.ts';
import { characterBytes, isInByteAlphabet } from './byte-alphabet.ts';
import { TokenizerError } from './tokenizer-error.ts';

/** No vocabulary comes near it; a broken file with one huge id must not ask for its memory. */
export const HIGHEST_ID = 16_777_215;

/** Bytes that are read at once, so that many lie behind those of the last token. */
export const STRIDE = 8;

/** The bytes of all tokens, one token after the other, in shared memory. */
export interface TokenTable {
  readonly bytes: Uint8Array;
  /** Where the bytes of each id begin, and where the last end: {@link STRIDE} before the end. */
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
  const bytes = new Uint8Array(new SharedArrayBuffer(total + STRIDE));
  for (const [id, token] of tokens.entries()) {
    if (token !== undefined) bytes.set(token, starts[id] ?? 0);
  }
  return { bytes, starts, special };
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
