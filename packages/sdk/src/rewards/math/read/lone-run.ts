import { isSymbol, type Token } from './tokens.ts';

/** Whether a formula is one run of letters, in brackets or not: `IX`, `HT`, `(Al)`. */
export function isLoneRun(tokens: readonly Token[], run: string): boolean {
  return tokens.every(
    (token) => token.text === run || isSymbol(token, '(', ')', '[', ']', '{', '}'),
  );
}
