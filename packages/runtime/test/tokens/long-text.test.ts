import { expect, test } from 'vitest';
import { isLongText } from '../../src/tokens/long-text.ts';

test('long is what has more than 256 KB, or thousands of marks on one character', () => {
  expect(isLongText('a'.repeat(256 * 1024))).toBe(false);
  expect(isLongText('a'.repeat(256 * 1024 + 1))).toBe(true);
  expect(isLongText('你'.repeat(90_000))).toBe(true);
  expect(isLongText(`a${'\u0323\u0301'.repeat(3000)}`)).toBe(true);
  expect(isLongText('a\u0323\u0301'.repeat(3000))).toBe(false);
});
