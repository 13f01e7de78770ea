import { expect, it } from 'vitest';
import { IdBytes } from '../../../src/tokens/bpe/id-bytes.ts';
import { tokenTable } from '../../../src/tokens/bpe/token-bytes.ts';
import { TokenizerError } from '../../../src/tokens/bpe/tokenizer-error.ts';

const long = { id: 1, content: 'x'.repeat(1 << 20), special: false, normalized: false };
const text = (bytes: Buffer): string => bytes.toString('utf8');

it('refuses ids of more text than it may read, and gives its room back', () => {
  const bytes = new IdBytes(tokenTable(new Map([['a', 0]]), [long]), 5 << 20);
  expect(() => bytes.read(new Int32Array(6).fill(1), false, text)).toThrow(TokenizerError);
  expect(bytes.read([0, 1, 0], false, text)).toBe(`a${long.content}a`);
  expect(bytes.read([0], false, ({ buffer }) => buffer.byteLength)).toBe(8192);
});
