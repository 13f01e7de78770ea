import { isNamePart } from './answer-name.ts';
import { matchingBracket } from './split.ts';
import { isSymbol, type Token } from './tokens.ts';

/** Commands that work something out of what stands behind them. */
const OPERATORS: ReadonlySet<string> = new Set([
  'int',
  'iint',
  'iiint',
  'oint',
  'sum',
  'prod',
  'lim',
  'max',
  'min',
  'sup',
  'inf',
  'gcd',
  'det',
  'dim',
  'deg',
  'Pr',
]);

const SET_OPERATIONS: ReadonlySet<string> = new Set([
  'cap',
  'bigcap',
  'bigcup',
  'setminus',
  'complement',
]);

const isSetOperation = (token: Token): boolean =>
  isSymbol(token, '∪') || (token.type === 'command' && SET_OPERATIONS.has(token.text));

/** `dy/dx`, `\frac{d^2y}{dx^2}`, `\frac{\partial f}{\partial x}`. */
const DERIVATIVE =
  /^(?:d[A-Za-z]\/d[A-Za-z]|[dt]?frac\{(?:d|partial)(?:\^\{?\d\}?)?[A-Za-z]?\}\{(?:d|partial)[A-Za-z](?:\^\{?\d\}?)?\})$/;

/** `A \cap B`, `\complement_U A`, `(A \cup B) \cap C`: names of sets, joined. */
const isJoinedSets = (tokens: readonly Token[]): boolean =>
  tokens.some(isSetOperation) &&
  tokens.every((token) => isNamePart(token) || isSetOperation(token) || isSymbol(token, '(', ')'));

/** What the argument of a function holds that is not a formula: an event, several arguments. */
const isNoFormula = (token: Token): boolean =>
  isSymbol(token, '=', '<', '>', '≤', '≥', '≠', '|', ',') ||
  token.type === 'text' ||
  isSetOperation(token);

/** `P(X \ge 2)`, `P(A|B)`, `\cos\langle a, b\rangle`. */
function isOfAnEvent(tokens: readonly Token[]): boolean {
  const open = tokens.findIndex((token) => isSymbol(token, '(', '⟨'));
  const inside = tokens.slice(open);
  return (
    open > 0 &&
    tokens.slice(0, open).every(isNamePart) &&
    matchingBracket(inside) === inside.length - 1 &&
    inside.some(isNoFormula)
  );
}

/**
 * What stands left of an equals sign and is neither a name nor a formula to solve, but what a
 * question asks for: `A \cap B`, `P(X \ge 2)`, `\int_0^1 f`, `\frac{dy}{dx}`. Null for all else.
 */
export function readAskedQuantity(tokens: readonly Token[]): string | null {
  const [first] = tokens;
  if (first === undefined) return null;
  const written = tokens.map(({ text }) => text.trim()).join('');
  const isOperator = first.type === 'command' && OPERATORS.has(first.text) && tokens.length > 1;
  const isAsked =
    isOperator || isJoinedSets(tokens) || isOfAnEvent(tokens) || DERIVATIVE.test(written);
  return isAsked ? written : null;
}
