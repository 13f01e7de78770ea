import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RolloutArgs } from 'slime-sdk';
import { z } from 'zod';

const size = z.int().positive();
const configSchema = z.looseObject({
  vocab_size: size.optional(),
  text_config: z.looseObject({ vocab_size: size.optional() }).optional(),
});

/**
 * Entries of the model's vocabulary: the key `vocab_size` of `--custom-config-path`, else that of
 * the checkpoint's `config.json`; null where neither is there.
 */
export async function readVocabSize(args: RolloutArgs): Promise<number | null> {
  const given = size.safeParse('vocab_size' in args ? args.vocab_size : undefined);
  if (given.success) return given.data;
  const file = args.hf_checkpoint === null ? null : join(args.hf_checkpoint, 'config.json');
  if (file === null || !existsSync(file)) return null;
  const config = configSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  return config.vocab_size ?? config.text_config?.vocab_size ?? null;
}
