import type { Token } from './tokens.ts';

/** The words of an answer: lower case, single blanks, text commands opened, outer braces gone. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => (token.space ? ' ' : '') + token.text)
    .join('')
    .replaceAll(/[{}]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
