import type { Token } from './tokens.ts';

const NESTING: ReadonlyMap<string, 1 | -1> = new Map([
  ['(', 1],
  ['[', 1],
  ['{', 1],
  ['\\{', 1],
  ['⟨', 1],
  ['⌊', 1],
  ['⌈', 1],
  [')', -1],
  [']', -1],
  ['}', -1],
  ['\\}', -1],
  ['⟩', -1],
  ['⌋', -1],
  ['⌉', -1],
]);

const nesting = (token: Token): number =>
  token.type === 'symbol' ? (NESTING.get(token.text) ?? 0) : 0;

/** Indices of the tokens outside every bracket that fulfil a condition. */
function outside(tokens: readonly Token[], condition: (token: Token) => boolean): number[] {
  let depth = 0;
  const found: number[] = [];
  for (const [at, token] of tokens.entries()) {
    const step = nesting(token);
    depth += step;
    if (step === 0 && depth === 0 && condition(token)) found.push(at);
  }
  return found;
}

/** The tokens between the separators that stand outside every bracket. */
export function split(tokens: readonly Token[], isSeparator: (token: Token) => boolean): Token[][] {
  const cuts = [-1, ...outside(tokens, isSeparator), tokens.length];
  return cuts.slice(1).map((cut, at) => tokens.slice((cuts[at] ?? -1) + 1, cut));
}

/** The separators themselves, in order. */
export function separators(
  tokens: readonly Token[],
  isSeparator: (token: Token) => boolean,
): Token[] {
  return outside(tokens, isSeparator).flatMap((at) => tokens[at] ?? []);
}

/** Index of the bracket that closes the first token, -1 when it is no bracket or never closes. */
export function matchingBracket(tokens: readonly Token[]): number {
  let depth = 0;
  for (const [at, token] of tokens.entries()) {
    depth += nesting(token);
    if (depth === 0) return at === 0 ? -1 : at;
  }
  return -1;
}
