import { multiply, ONE, type Rational } from '../exact/rational.ts';
import { isChinese, readChineseUnit } from './chinese-unit.ts';
import { isCountedNoun, isCountingAdjective, isPlural, isSilent } from './counted-noun.ts';
import { hedges } from './denial.ts';
import { isSymbol, type Token } from './tokens.ts';
import { isUnitOrProduct, isUnitWord, knownUnit, MULTIPLIERS, PREFIXES } from './unit-table.ts';
import { BARE, timesUnit, type Unit } from './units.ts';

/** What stands behind a number: its unit, and the worth of words such as `million`. */
export interface MeasuredIn {
  readonly unit: Unit;
  readonly magnitude: Rational;
}

/** Most tokens and most factors of a unit: none is longer, and fractions grow with each. */
const MAX_TOKENS = 40;
const MAX_FACTORS = 12;
const MAX_MULTIPLIERS = 3;
/** `red balls`, `people per row`: more words are a sentence. */
const MAX_NOUNS = 3;

const PIECE = /\s+|\^\s*\{?\s*(-?\d)\s*\}?(?!\d)|(\p{L}+)|([$¢€£%°])|([/*.·])/uy;

/** The words of a unit as they are written; text commands opened, braces dropped. */
function written(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const text = token.type === 'text' ? token.text.replace(/\\[ ,;:!]|~/g, ' ') : token.text;
      return (token.space ? ' ' : '') + text.replaceAll('$$', '$').replaceAll('\\%', '%');
    })
    .join('');
}

/** One unit of a product of units, to the power that it stands in. */
interface Factor {
  readonly unit: Unit;
  exponent: number;
}

class UnitReader {
  magnitude: Rational = ONE;
  readonly #factors: Factor[] = [];
  #nouns = 0;
  /** Whether an adjective waits for its noun. */
  #isOfNoun = false;
  #exponent = 1;
  #sign = 1;
  #isOpen = false;
  #multipliers = 0;

  /** Takes one word. False where it is no part of a unit. */
  word(word: string): boolean {
    if (isChinese(word)) return this.#chinese(word);
    if (isSilent(word)) return true;
    const lower = word.toLowerCase();
    const multiplier = MULTIPLIERS.get(lower);
    const prefix = PREFIXES.get(lower);
    if (multiplier !== undefined) {
      this.magnitude = multiply(this.magnitude, multiplier);
      this.#multipliers += 1;
      return this.#multipliers <= MAX_MULTIPLIERS;
    }
    if (prefix !== undefined) {
      this.#exponent = prefix;
      this.#isOpen = true;
    } else if (lower === 'per' || lower === 'every') this.over();
    else if (lower === 'squared') return this.raise(2);
    else if (lower === 'cubed') return this.raise(3);
    else return this.#take(word);
    return true;
  }

  /** Takes `/`. */
  over(): void {
    this.#sign = -1;
    this.#isOpen = true;
  }

  /** Takes the exponent of the last unit. False where there is none. */
  raise(exponent: number): boolean {
    const last = this.#factors.at(-1);
    if (last === undefined || this.#isOpen) return false;
    last.exponent *= exponent;
    return true;
  }

  /** The product, null where a word still waits for its unit or the unit is too long. */
  unit(assumed: boolean): Unit | null {
    const size = this.#factors.reduce((sum, { exponent }) => sum + Math.abs(exponent), 0);
    if (this.#isOpen || size > MAX_FACTORS || this.#factors.length > MAX_FACTORS) return null;
    const unit = this.#factors.reduce(
      (whole, one) => timesUnit(whole, one.unit, one.exponent),
      BARE,
    );
    return assumed ? { ...unit, assumed } : unit;
  }

  #chinese(word: string): boolean {
    const measured = readChineseUnit(word);
    if (measured === null) return false;
    this.magnitude = multiply(this.magnitude, measured.magnitude);
    this.#multipliers += measured.magnitude === ONE ? 0 : 1;
    if (this.#multipliers > MAX_MULTIPLIERS) return false;
    if (measured.unit !== null) this.#add(measured.unit);
    return true;
  }

  #add(unit: Unit): void {
    this.#factors.push({ unit, exponent: this.#sign * this.#exponent });
    this.#sign = 1;
    this.#exponent = 1;
    this.#isOpen = false;
  }

  #take(word: string): boolean {
    const isAdjective = isCountingAdjective(word);
    const known = this.#isOfNoun || isAdjective ? null : knownUnit(word);
    const unit = known ?? this.#noun(word, isAdjective);
    if (unit === null) return false;
    this.#isOfNoun = isAdjective;
    this.#add(unit);
    this.#isOpen = isAdjective;
    return true;
  }

  /** A noun of few words may be counted: a unit of its own. */
  #noun(word: string, isAdjective: boolean): Unit | null {
    this.#nouns += 1;
    if (this.#nouns > MAX_NOUNS || !(isAdjective || isCountedNoun(word))) return null;
    const name = word.toLowerCase().replace(/s$/, '');
    return { factor: ONE, powers: new Map([[name, 1]]), assumed: false };
  }
}

/** Whether a token may be variables outside a text command: `m` and `kN`, but not `km/h`. */
function isLoneLetter(token: Token, before: Token | undefined): boolean {
  return (
    token.type === 'name' &&
    !isChinese(token.text) &&
    isUnitOrProduct(token.text) &&
    !(isSymbol(before, '/') && isUnitWord(token.text))
  );
}

const isUnknownName = (word: string): boolean =>
  (isCountedNoun(word) || isCountingAdjective(word)) && !isUnitWord(word) && !isSilent(word);

/** Whether words outside a text command end in no plural: `42 red`. */
function isNoPlural(source: string): boolean {
  const last = source.match(/\p{L}{2,}/gu)?.findLast(isUnknownName);
  return last !== undefined && !isPlural(last);
}

/** `(dollars)`: a unit in brackets. */
const IN_BRACKETS = /^([\s~]*)\(([\p{L}\s.]+)\)\s*$/u;
/** What is said of the things that are counted: `ways to arrange them`, `solutions in total`. */
const CLAUSE =
  /(?<=\p{L}{3})[\s~]+(?:to|that|which|who|where|such|for|in|on|at|from|with|by|among|inside)[\s~]+[\p{L}\s~,']+\.?\s*$/u;
/** `AD` names no thing that is counted, `BC` counts backwards. */
const ERA = /^[\s~]*(?:A\.?D\.?|(B)\.?C\.?|C\.?E\.?|(B)\.?C\.?E\.?)\s*$/;

/** The words of a unit without what only describes it. */
function undescribed(source: string): string {
  const clause = CLAUSE.exec(source)?.[0] ?? '';
  const kept = clause === '' || hedges(clause) ? source : source.slice(0, -clause.length);
  return kept
    .replace(/\bleft\s+over\b/i, 'left')
    .replace(IN_BRACKETS, '$1$2')
    .replace(ERA, (_, before?: string, alike?: string) =>
      (before ?? alike) === 'B' ? 'before' : '',
    );
}

/**
 * Reads a unit from the tokens behind a number: `cm^2`, `\text{ m/s}`, `square feet`, `%`,
 * `million dollars`. Null where they are no unit.
 *
 * A letter that stands alone outside a text command is a unit only where `letters` says so, or behind
 * the bar of a unit in words: `km/h`. Such a letter, or a noun outside a text command, makes the unit
 * an assumed one.
 */
export function readUnit(
  tokens: readonly Token[],
  { letters, inText }: { letters: boolean; inText: boolean },
): MeasuredIn | null {
  if (tokens.length > MAX_TOKENS) return null;
  const lone = !inText && tokens.some((token, at) => isLoneLetter(token, tokens[at - 1]));
  if (lone && !letters) return null;
  const words = undescribed(written(tokens));
  const isNamed = tokens.some((token) => token.type === 'name' && isUnknownName(token.text));
  const assumed = lone || (!inText && isNamed && isNoPlural(words));
  const source = words
    .replaceAll('每', '/')
    .replace(/\bper\s+cent\b/giu, 'percent')
    // `of an hour` is a part of one hour.
    .replace(/^\s*of\s+(?:an?|the)\s+(?=\p{L})/iu, ' ')
    .replace(/(\p{L}{3})\s+of\s+(?=\p{L}{3})/giu, '$1 ')
    // Metres a second, not a part of a thousandth of one.
    .replace(/\bms(?=\s*\^\s*\{?\s*-)/gu, 'm s');
  const reader = new UnitReader();
  let at = 0;
  while (at < source.length) {
    PIECE.lastIndex = at;
    const piece = PIECE.exec(source);
    if (piece === null) return null;
    const [text, exponent, word, sign, operator] = piece;
    let taken = true;
    if (word !== undefined) taken = reader.word(word);
    else if (sign !== undefined) taken = reader.word(sign === '°' ? 'degree' : sign);
    else if (exponent !== undefined) taken = reader.raise(Number(exponent));
    else if (operator === '/') reader.over();
    if (!taken) return null;
    at += text.length;
  }
  const unit = reader.unit(assumed);
  return unit === null ? null : { unit, magnitude: reader.magnitude };
}
