import { BrokenMath, MAX_DEPTH, NotMath, OverBound } from '../bounds.ts';
import type { Answer, Order } from './answer.ts';
import { readAnswerName } from './answer-name.ts';
import { readAskedQuantity } from './asked-quantity.ts';
import { piecesOf, systemOf } from './cases.ts';
import { readClock } from './clock.ts';
import { integersIn, integerSetOf } from './integer-set.ts';
import { betweenBounds } from './both-bounds.ts';
import { intervalOf } from './interval-of.ts';
import { withoutLeadIn } from './lead-in.ts';
import { matrixCells } from './matrix.ts';
import { allBut, missingNumber, readNamedSet } from './named-set.ts';
import { readNoValue } from './no-value.ts';
import { optionInWords, readOption } from './option.ts';
import { denies } from './denial.ts';
import { eitherPoint } from './either-point.ts';
import { contains } from './expression.ts';
import { readCompound } from './compound.ts';
import { ExpressionParser, type Reading } from './parse-expression.ts';
import { plainText } from './plain-text.ts';
import { chooseSign, withMagnitude, withoutDegreeSign } from './quantity.ts';
import { scale, scaledMatrix } from './scaled-matrix.ts';
import { readSetBuilder } from './set-builder.ts';
import { matchingBracket, separators, split } from './split.ts';
import { isSymbol, readTokens, type Token } from './tokens.ts';
import { transpose, untransposed } from './transposed.ts';
import { CURRENCIES } from './unit-table.ts';
import { unionOf } from './union-of.ts';
import { timesUnit } from './units.ts';

const ORDERS: readonly Order[] = ['<', '>', '≤', '≥', '≠', '≈'];
const CLOSES: ReadonlyMap<string, string> = new Map([
  ['(', ')]'],
  ['[', ')]'],
  ['⟨', '⟩'],
]);
const isListSeparator = (token: Token): boolean =>
  isSymbol(token, ',', ';', '∨') ||
  ((token.type === 'text' || token.type === 'name') &&
    /^\s*(?:or|and|,|;|[或和及与])\s*$/.test(token.text));

const isOr = (token: Token): boolean => /^\s*(?:or|∨|或)\s*$/.test(token.text);

/** The items of a list; between the comma and the word of `1, 2, and 3` there is none. */
function withoutDoubledSeparators(tokens: readonly Token[]): Token[][] {
  const between = separators(tokens, isListSeparator);
  return split(tokens, isListSeparator).filter((segment, at) => {
    const [before, after] = [between[at - 1], between[at]];
    const isDoubled = isSymbol(before, ',') && after !== undefined && after.type !== 'symbol';
    return segment.length > 0 || !isDoubled;
  });
}

function isOrder(text: string): text is Order {
  return ORDERS.some((order) => order === text);
}

const asText = (text: string, error: NotMath): Answer => ({
  kind: 'text',
  text,
  ...(error instanceof BrokenMath ? { fault: error.message } : {}),
});

class AnswerParser {
  readonly #reading: Reading;
  #depth = 0;
  #inText = false;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  parse(tokens: readonly Token[]): Answer {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new OverBound('nesting');
    const answer = this.#list(tokens);
    this.#depth -= 1;
    return answer;
  }

  #list(tokens: readonly Token[]): Answer {
    const [first, only] = tokens;
    if (first?.type === 'text' && only === undefined) return this.#text(first.text, tokens);
    const segments = withoutDoubledSeparators(tokens);
    if (segments.length < 2) return this.#relation(segments[0] ?? []);
    const compound = this.#compound(tokens);
    if (compound !== null) return compound;
    if (this.#isWords(tokens)) return { kind: 'text', text: plainText(tokens) };
    const items = segments.flatMap((segment) => {
      const item = this.#relation(segment);
      // `\pm 1, \pm 2` are four; a set in a list is one.
      return item.kind === 'collection' && !item.isSet ? item.items : [item];
    });
    const isEither = separators(tokens, isListSeparator).some(isOr);
    const between = isEither ? null : betweenBounds(items);
    return between ?? sharedName({ kind: 'collection', isSet: false, items });
  }

  /** `\text{…}` alone may hold mathematics: `\text{-5}`. */
  #text(text: string, tokens: readonly Token[]): Answer {
    const inside = readTokens(text);
    if (inside.length === 0) return { kind: 'text', text: plainText(tokens) };
    const outer = this.#inText;
    this.#inText = true;
    const answer = this.parse(inside);
    this.#inText = outer;
    return answer;
  }

  #isWords(tokens: readonly Token[]): boolean {
    return (
      tokens.some((token) => token.type === 'name' && token.text.length > 3) &&
      tokens.every(
        (token) => token.type === 'name' || token.type === 'text' || isSymbol(token, ','),
      )
    );
  }

  #relation(tokens: readonly Token[]): Answer {
    const isSign = (token: Token): boolean => isSymbol(token, '=', ...ORDERS);
    const sides = split(tokens, isSign);
    const membership = split(tokens, (token) => isSymbol(token, '∈'));
    const [left = [], ...right] = sides.length > 1 ? sides : membership;
    if (right.length === 0) return this.#value(tokens);
    const isSignAlone = tokens.length === 1;
    if (isSignAlone || denies(plainText(left))) return { kind: 'text', text: plainText(tokens) };
    const orders = separators(tokens, isSign).map((token) => token.text);
    if (orders.includes('≈') && orders.every((order) => '=≈'.includes(order))) {
      return this.#approximation(tokens, sides.at(-1) ?? []);
    }
    if (orders.every((order) => order === '=')) return this.#equation(left, right);
    return {
      kind: 'inequality',
      // `≥ 5` leaves its left side open.
      sides: sides.map((side, at) =>
        at === 0 && side.length === 0 ? { kind: 'text', text: '' } : this.#value(side),
      ),
      orders: orders.map((order) => (isOrder(order) ? order : '≈')),
    };
  }

  /** What stands before the first `≈` is exact, unless it is only a name. */
  #approximation(tokens: readonly Token[], last: readonly Token[]): Answer {
    const shown = this.#value(last);
    const before = tokens.slice(
      0,
      tokens.findIndex((token) => isSymbol(token, '≈')),
    );
    const isName = before.length === 0 || (isNamed(before) && !before.some(isConstant));
    return { kind: 'approximation', exact: isName ? null : this.#relation(before), shown };
  }

  #equation(left: readonly Token[], right: readonly (readonly Token[])[]): Answer {
    const values = right.map((side) => this.#value(side));
    const [first] = values;
    const [side = [], more] = right;
    const isNumber = !left.some((token) => token.type === 'name' || token.type === 'text');
    if (more === undefined && isNumber && isLoneName(side)) return this.#equation(side, [left]);
    const name = readAnswerName(left) ?? readAskedQuantity(left);
    if (name === null || first === undefined || mentions(right, left)) {
      return { kind: 'equation', sides: [this.#value(left), ...values] };
    }
    return {
      kind: 'named',
      name,
      value: values.length === 1 ? first : { kind: 'equation', sides: values },
    };
  }

  #value(tokens: readonly Token[]): Answer {
    const ratio = split(tokens, (token) => isSymbol(token, ':'));
    if (ratio.length > 1) {
      return { kind: 'ratio', items: ratio.map((part) => this.#quantity(part)) };
    }
    const isUnion = (token: Token): boolean =>
      isSymbol(token, '∪') || (token.type === 'name' && token.text === 'U');
    const sets = split(tokens, isUnion);
    const [letter, ...point] = tokens;
    const isPoint =
      letter?.type === 'name' && /^[A-Z]$/.test(letter.text) && isSymbol(point[0], '(');
    if (isPoint && split(point.slice(1, -1), (token) => isSymbol(token, ',')).length > 1) {
      const value = this.#bracketed(point);
      // Whatever it is: read once more at every level, nested points would take 2^depth readings.
      if (value !== null) return { kind: 'named', name: letter.text, value };
    }
    // Each is read once: read twice at every level, nested braces would take 2^depth readings.
    const items: Answer[] = [];
    for (const set of sets) {
      const item = this.#bracketed(set);
      if (item === null) return this.#formula(tokens);
      items.push(item);
    }
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : unionOf(items);
  }

  /** A set, a tuple or an interval; null where the tokens are none. */
  #bracketed(tokens: readonly Token[]): Answer | null {
    const [open] = tokens;
    if (open === undefined || open.type !== 'symbol') return null;
    if (open.text === '∅' && tokens.length === 1) {
      return { kind: 'collection', isSet: true, items: [] };
    }
    const close = tokens.at(-1);
    if (close === undefined || matchingBracket(tokens) !== tokens.length - 1) return null;
    const inside = tokens.slice(1, -1);
    const parts = split(inside, (token) => isSymbol(token, ',', ';'));
    const builder = open.text === '\\{' ? readSetBuilder(inside) : null;
    const built = builder === null ? null : intervalOf(this.parse(builder.condition), builder.name);
    // Read once, whatever comes of it: twice at every level would take 2^depth readings.
    if (builder !== null) return built ?? { kind: 'text', text: plainText(tokens) };
    if (open.text === '\\{' || (open.text === '{' && parts.length > 1)) {
      const items = inside.length === 0 ? [] : parts.map((part) => this.parse(part));
      return { kind: 'collection', isSet: true, items };
    }
    if (open.text === '{') return this.parse(inside);
    if (parts.length < 2 || !(CLOSES.get(open.text) ?? '').includes(close.text)) return null;
    const items = parts.map((part) => this.parse(part));
    if (open.text === '⟨') return { kind: 'tuple', open: '(', close: ')', items };
    return eitherPoint({ kind: 'tuple', open: open.text, close: close.text, items });
  }

  #formula(tokens: readonly Token[]): Answer {
    // An error for each of a thousand commas would take longer than all the rest.
    if (tokens.length === 0) return { kind: 'text', text: '', fault: 'a formula that breaks off' };
    try {
      return this.#quantity(tokens);
    } catch (error) {
      if (!(error instanceof NotMath)) throw error;
      return asText(plainText(tokens), error);
    }
  }

  #compound(tokens: readonly Token[]): Answer | null {
    const compound = readCompound(tokens, this.#reading.letterUnits);
    if (compound === null) return null;
    return {
      kind: 'quantity',
      value: { kind: 'number', value: compound.value },
      unit: compound.unit,
    };
  }

  #quantity(tokens: readonly Token[]): Answer {
    const letters = tokens.filter((token) => !isSymbol(token, '(', ')', '[', ']', '{', '}'));
    if (letters.length > 0 && letters.every((token) => /^[a-z]{3,}$/i.test(token.text))) {
      // A word in brackets is a word still, not a product of its letters.
      const [word] = letters;
      if (letters.length < tokens.length && word?.type === 'name') return this.#formula(letters);
    }
    const compound = this.#compound(tokens);
    if (compound !== null) return compound;
    const sign = isSymbol(tokens[0], '-') ? 1 : 0;
    const currency =
      tokens[sign]?.type === 'symbol' ? CURRENCIES.get(tokens[sign].text) : undefined;
    const rest = currency === undefined ? tokens : tokens.filter((_, at) => at !== sign);
    const parser = new ExpressionParser(rest, this.#reading, this.#inText);
    const parsed = parser.parse();
    const { value: bare, unit } = withoutDegreeSign(parsed, parser.unit);
    const value = withMagnitude(bare, parser.magnitude);
    const whole = currency === undefined ? unit : timesUnit(unit, currency);
    if (!contains(value, (part) => part.kind === 'signed')) {
      return { kind: 'quantity', value, unit: whole };
    }
    const items = [true, false].map((upper): Answer => ({
      kind: 'quantity',
      value: chooseSign(value, upper),
      unit: whole,
    }));
    return { kind: 'collection', isSet: false, items };
  }
}

const isConstant = (token: Token): boolean => /^(?:\\?pi|[ie])$/.test(token.text);
const isNamed = (tokens: readonly Token[]): boolean => readAnswerName(tokens) !== null;

/** Whether a side is an unknown and nothing else: the `x` of `5 = x`. */
function isLoneName(side: readonly Token[]): boolean {
  const [name, more] = side;
  return more === undefined && name?.type === 'name' && !isConstant(name);
}

/** Whether a name comes back on the right: then `x = 2x + 3` is an equation to solve. */
function mentions(right: readonly (readonly Token[])[], left: readonly Token[]): boolean {
  const [name] = left;
  if (left.length !== 1 || name === undefined) return false;
  return right.flat().some((token) => token.type === 'name' && token.text.includes(name.text));
}

/** `x = 1, 2` and `x = 1 or x = 2` name one list. */
function sharedName(list: Extract<Answer, { kind: 'collection' }>): Answer {
  const [first, ...others] = list.items;
  if (first?.kind !== 'named') return list;
  const values: Answer[] = [first.value];
  for (const item of others) {
    if (item.kind !== 'named') values.push(item);
    else if (item.name === first.name) values.push(item.value);
    else return list;
  }
  return { kind: 'named', name: first.name, value: { ...list, items: values } };
}

/** An empty cell is a cell: matrices leave zeros out. */
const readCell = (cell: string, reading: Reading): Answer =>
  cell === '' ? { kind: 'text', text: '' } : readAnswer(cell, reading);

function readMatrix(source: string, reading: Reading): Answer | null {
  const upright = untransposed(source);
  if (upright !== null) return transpose(readAnswer(upright, reading));
  const product = scaledMatrix(source);
  if (product !== null) {
    const matrix = readMatrix(product.matrix, reading);
    return matrix === null ? null : scale(matrix, readAnswer(product.factor, reading));
  }
  const cells = matrixCells(source);
  if (cells === null) return null;
  return { kind: 'matrix', rows: cells.map((row) => row.map((cell) => readCell(cell, reading))) };
}

/** `\{x \in \mathbb{N} \mid x < 3\}` as the set of its members. */
function readIntegerSet(source: string, reading: Reading): Answer | null {
  const set = integerSetOf(source);
  const interval = set === null ? null : intervalOf(readAnswer(set.condition, reading), set.name);
  return set === null || interval === null ? null : integersIn(interval, set.least);
}

function readPuncturedLine(source: string, reading: Reading): Answer | null {
  const missing = missingNumber(source);
  return missing === null ? null : allBut(readAnswer(missing, reading));
}

/** A system of equations as the list of them; a function by cases as the set of its cases. */
function readCases(source: string, reading: Reading): Answer | null {
  const system = systemOf(source);
  if (system !== null) return readAnswer(system.join(', '), reading);
  const pieces = piecesOf(source);
  if (pieces === null) return null;
  const items = pieces.map(({ value, condition }): Answer => {
    const parts = [readAnswer(value, reading), readAnswer(condition, reading)];
    return { kind: 'tuple', open: 'case', close: 'case', items: parts };
  });
  return { kind: 'collection', isSet: true, items };
}

/** An option with what it says, or the letter of an option in words. */
function readOptionAnswer(source: string, reading: Reading): Answer | null {
  const letter = optionInWords(source);
  if (letter !== null) return readAnswer(letter, reading);
  const option = readOption(source);
  if (option === null) return null;
  return { kind: 'option', letter: option.letter, value: readAnswer(option.value, reading) };
}

/**
 * Reads an answer whose characters are plain. What is no mathematics is text.
 *
 * @throws OverBound when it is nested too deeply or holds a number past the bounds.
 */
export function readAnswer(source: string, reading: Reading): Answer {
  const special =
    readMatrix(source, reading) ??
    readCases(source, reading) ??
    readClock(source) ??
    readNamedSet(source) ??
    readNoValue(source) ??
    readPuncturedLine(source, reading) ??
    readIntegerSet(source, reading) ??
    readOptionAnswer(source, reading);
  if (special !== null) return special;
  try {
    return new AnswerParser(reading).parse(readTokens(withoutLeadIn(source)));
  } catch (error) {
    if (!(error instanceof NotMath)) throw error;
    return asText(source.trim().toLowerCase().replaceAll(/\s+/g, ' '), error);
  }
}
