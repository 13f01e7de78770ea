import { stat } from 'node:fs/promises';
import path from 'node:path';
import { EncoderError } from 'slime-sdk';
import { z } from 'zod';
import { ByteLevelTokenizer } from './bpe/byte-level-tokenizer.ts';
import { TokenizerError } from './bpe/tokenizer-error.ts';
import { readTokenizerSpec } from './bpe/tokenizer-spec.ts';
import { readCheckpointJson } from './checkpoint-files.ts';
import { RustTokenizer } from './rust/rust-tokenizer.ts';
import type { Tokenizer } from './tokenizer.ts';

/**
 * Loads the `tokenizer.json` of a checkpoint's folder.
 *
 * Byte-level BPE of the shapes of Qwen, Llama 3, DeepSeek and gpt-oss is encoded by this package,
 * anything else by the official binding, the package `tokenizers`, which is loaded then.
 *
 * @throws EncoderError that names the file, what is wrong with it and what to do
 */
export async function loadTokenizer(folder: string): Promise<Tokenizer> {
  const file = path.join(folder, 'tokenizer.json');
  const json = await readCheckpointJson(folder, 'tokenizer.json', z.unknown());
  if (json === undefined) throw await withoutTokenizer(folder);
  try {
    return new ByteLevelTokenizer(readTokenizerSpec(json));
  } catch (error) {
    if (!(error instanceof TokenizerError)) throw error;
    return RustTokenizer.load(json, `${file}: ${error.message}`);
  }
}

/** Files of vocabularies in other forms, and what a user has to install to convert them. */
const OTHER_FORMS: readonly (readonly [file: string, form: string, packages: string])[] = [
  ['tokenizer.model', 'SentencePiece', 'transformers sentencepiece protobuf tiktoken'],
  ['spiece.model', 'SentencePiece', 'transformers sentencepiece protobuf'],
  ['sentencepiece.bpe.model', 'SentencePiece', 'transformers sentencepiece protobuf'],
  ['tiktoken.model', 'tiktoken', 'transformers tiktoken'],
  ['vocab.txt', 'WordPiece', 'transformers'],
  ['vocab.json', 'GPT-2', 'transformers'],
];

async function withoutTokenizer(folder: string): Promise<EncoderError> {
  for (const [file, form, packages] of OTHER_FORMS) {
    const found = await stat(path.join(folder, file)).catch(() => undefined);
    if (found === undefined) continue;
    const python =
      `from transformers import AutoTokenizer; ` +
      `AutoTokenizer.from_pretrained('${folder}', use_fast=True).save_pretrained('${folder}')`;
    return new EncoderError(
      `${folder} has a ${file} (${form}) and no tokenizer.json, which is what is read: convert ` +
        `the ${file} once in Python, and look that a tokenizer.json is there afterwards:\n` +
        `pip install ${packages}\npython -c "${python}"`,
      { data: { folder, file } },
    );
  }
  return new EncoderError(`${folder} has no tokenizer.json: download it with the checkpoint`, {
    data: { folder },
  });
}
