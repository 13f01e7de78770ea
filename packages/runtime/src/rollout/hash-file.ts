import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** SHA-256 of a file, in hexadecimal. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Files of a checkpoint that decide how text and pictures become tokens. */
const ENCODING_FILES = [
  'tokenizer.json',
  'tokenizer_config.json',
  'chat_template.jinja',
  'chat_template.json',
  'additional_chat_templates/tool_use.jinja',
  'special_tokens_map.json',
  'generation_config.json',
  'config.json',
  'preprocessor_config.json',
  'processor_config.json',
];

/** SHA-256 over those files of a checkpoint's folder that there are. */
export async function hashCheckpoint(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of ENCODING_FILES) {
    const file = join(folder, name);
    if (existsSync(file)) hash.update(`${name}:${await hashFile(file)}\n`);
  }
  return hash.digest('hex');
}
