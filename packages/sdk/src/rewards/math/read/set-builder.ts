import { isSymbol, type Token } from './tokens.ts';

/** A set as the numbers that meet a condition. */
export interface SetBuilder {
  readonly name: string;
  readonly condition: readonly Token[];
}

const isReal = (token: Token | undefined): boolean => token?.type === 'name' && token.text === 'R';

/** What joins conditions so that all must hold. */
const isJoint = (token: Token): boolean =>
  isSymbol(token, ',') || (token.type === 'text' && /^\s*and\s*$/.test(token.text));

/**
 * Reads what stands between the braces of `\{x \mid x < 3\}` and `\{x \in \mathbb{R} : x < 3\}`.
 * Null for other domains, for several conditions at once and for sets that list their members.
 */
export function readSetBuilder(inside: readonly Token[]): SetBuilder | null {
  const at = inside.findIndex((token) => isSymbol(token, '|', ':'));
  const [name, sign, ...domain] = inside.slice(0, Math.max(at, 0));
  if (name?.type !== 'name') return null;
  const [only, more] = domain.filter((token) => !isSymbol(token, '{', '}'));
  if (at > 1 && !(isSymbol(sign, '∈') && isReal(only) && more === undefined)) return null;
  const condition = inside.slice(at + 1);
  return condition.some(isJoint) ? null : { name: name.text, condition };
}
