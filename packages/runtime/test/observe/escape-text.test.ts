import { expect, test } from 'vitest';
import { escapeLines, escapeText, quoteText } from '../../src/observe/escape-text.ts';

test('no character that moves, colours, hides or turns round text gets through', () => {
  const hostile = Array.from({ length: 0x10ffff }, (_, code) => code).filter((code) =>
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(String.fromCodePoint(code)),
  );
  expect(hostile.length).toBeGreaterThan(2000);
  for (const code of hostile) {
    expect(escapeText(String.fromCodePoint(code))).toMatch(/^\\(?:[enrt]|x[0-9a-f]{2}|u)/);
  }
});

test.each([
  ['a\u001b[31mred\u0007', String.raw`a\e[31mred\x07`],
  ['\r\n\t\u0000\u009b', String.raw`\r\n\t\x00\x9b`],
  ['\u202eabc\u2028\u200b', String.raw`\u202eabc\u2028\u200b`],
  ['\ud800', String.raw`\ud800`],
  ['\u{e0041}', String.raw`\u{e0041}`],
  [String.raw`a\nb`, String.raw`a\\nb`],
  ['你好 👍 é', '你好 👍 é'],
])('%j is shown as %s', (text, shown) => {
  expect(escapeText(text)).toBe(shown);
});

test('a message keeps its lines and backslashes, and nothing else', () => {
  expect(escapeLines('one \\ two\n\u001b[2Jthree')).toBe('one \\ two\n\\e[2Jthree');
});

test('a long text is cut in its middle, between characters', () => {
  expect(quoteText('👍'.repeat(5), 4)).toBe('"👍👍 … 👍👍" (5 characters)');
  expect(quoteText('abcd', 4)).toBe('"abcd"');
});
