import { isSymbol, type Token } from './tokens.ts';

const DECORATIONS: ReadonlySet<string> = new Set([
  'overline',
  'overarc',
  'widehat',
  'measuredangle',
  'arc',
  'bar',
]);

/** Whether a token may be part of a name. */
export const isNamePart = (token: Token): boolean =>
  token.type === 'name' ||
  token.type === 'text' ||
  (token.type === 'number' && !token.space) ||
  (token.type === 'command' && DECORATIONS.has(token.text)) ||
  isSymbol(token, "'", '_', '{', '}');

/** The tokens of `(x)` or `(x, y)` at the end, or -1. */
function argumentList(tokens: readonly Token[]): number {
  if (!isSymbol(tokens.at(-1), ')')) return -1;
  const open = tokens.findLastIndex((token) => isSymbol(token, '('));
  const inside = tokens.slice(open + 1, -1);
  return inside.length > 0 && inside.every((token) => isNamePart(token) || isSymbol(token, ','))
    ? open
    : -1;
}

/** The name of a function without the `^{-1}` of its inverse. */
function withoutInverse(tokens: readonly Token[]): readonly Token[] {
  const last = tokens.slice(1).map(({ text }) => text);
  return last.join('') === '^{-1}' ? tokens.slice(0, 1) : tokens;
}

/** What tells one of several things apart: the `_{\min}` of `f(x)_{\min}`, the `_{1,2}` of `x_{1,2}`. */
function withoutIndex(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findLastIndex((token) => isSymbol(token, '_'));
  const index = tokens.slice(at + 1);
  const isGrouped = isSymbol(index[0], '{') && isSymbol(index.at(-1), '}');
  const inside = isGrouped ? index.slice(1, -1) : index;
  const isIndex = (token: Token): boolean =>
    (isGrouped && isSymbol(token, ',')) || /^(?:\w+|min|max)$/.test(token.text);
  if (at < 1 || inside.length === 0 || !inside.every(isIndex)) return tokens;
  return isGrouped || inside.length === 1 ? tokens.slice(0, at) : tokens;
}

/**
 * The name that stands left of an equals sign, blanks left out: `x`, `AB`, `m\angle ABC`, `f(x)`,
 * `(x, y)`, `\text{Area}`. Null where the tokens are more than a name.
 */
export function readAnswerName(tokens: readonly Token[]): string | null {
  const whole = withoutIndex(tokens);
  const list = argumentList(whole);
  const head = withoutInverse(list < 0 ? whole : whole.slice(0, list));
  const named = head.every(isNamePart) && (head.length > 0 || list === 0);
  if (!named || head[0]?.type === 'number') return null;
  return tokens.map((token) => token.text.replaceAll(/[\s{}\\~]/g, '')).join('');
}
