import type { RustTokenizerJson } from './rust-tokenizer-json.ts';

/**
 * A merge that the crate cannot take apart: where continuations have a prefix, it cuts as many bytes
 * as the prefix has characters from the right side, and a panic of its ends this process. Undefined
 * where there is none.
 */
export function brokenMerge({ model }: RustTokenizerJson): string | undefined {
  const prefix = model.continuing_subword_prefix ?? '';
  if (prefix === '') return undefined;
  const { length } = Array.from(prefix);
  for (const merge of model.merges ?? []) {
    const [left = '', right = ''] = typeof merge === 'string' ? merge.split(' ') : merge;
    const bytes = Buffer.from(right);
    const next = bytes[length];
    // Bytes 0x80 to 0xbf go on with a character.
    const isInside = next !== undefined && next >= 0x80 && next < 0xc0;
    if (bytes.length < length || isInside) return `${left} ${right}`;
  }
  return undefined;
}
