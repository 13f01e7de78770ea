import { Tokenizer } from 'tokenizers';

/** Ids that the Rust crate gives, nothing added at either end. */
export async function crateIds(tokenizer: Tokenizer, text: string): Promise<number[]> {
  return (await tokenizer.encode(text, null, { addSpecialTokens: false })).getIds();
}

/** The crate's tokenizer of a parsed `tokenizer.json`. */
export function crateTokenizer(json: unknown): Tokenizer {
  return Tokenizer.fromString(JSON.stringify(json));
}
