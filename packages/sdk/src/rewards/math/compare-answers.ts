import { exactPart, isSound, shownDecimal } from './approximation.ts';
import type { Budget } from './bounds.ts';
import * as Q from './exact/rational.ts';
import type { Answer } from './read/answer.ts';
import type { Expression } from './read/expression.ts';
import { intervalOf } from './read/interval-of.ts';
import { pointOf } from './read/point-of.ts';
import { BARE, isBare } from './read/units.ts';
import { inBaseUnits, type PercentPolicy, QuantityComparison } from './compare-quantities.ts';
import { sameWords } from './compare-words.ts';
import { asDifference, equationSides } from './equation-sides.ts';
import { canPairOff } from './pair-off.ts';
import { statedValues } from './stated-values.ts';

/** How formulas are compared. */
export interface Equality {
  equal(a: Expression, b: Expression): boolean;
  /** Whether a is b times a number that is not 0. */
  proportional(a: Expression, b: Expression): boolean;
}

/** For each pair of answers, whatever they are. */
const WORK_OF_LOOKING = 0.1;

const isInterval = ({ kind }: Answer): boolean => kind === 'tuple' || kind === 'union';

const isList = (answer: Answer): boolean =>
  answer.kind === 'named' ? isList(answer.value) : answer.kind === 'collection';

type Clock = Extract<Answer, { kind: 'clock' }>;

const number = (value: Q.Rational): Expression => ({ kind: 'number', value });
const bareNumber = (value: bigint): Answer => ({
  kind: 'quantity',
  value: number(Q.rational(value)),
  unit: BARE,
});
const product = (...factors: Expression[]): Expression => ({ kind: 'product', factors });
/** Compares a label with an answer, part by part. The label comes first: some rules are its own. */
export class AnswerComparison {
  readonly #equality: Equality;
  readonly #quantities: QuantityComparison;
  readonly #budget: Budget;

  constructor(equality: Equality, percent: PercentPolicy, budget: Budget) {
    this.#budget = budget;
    this.#equality = equality;
    this.#quantities = new QuantityComparison((a, b) => equality.equal(a, b), percent);
  }

  equal(first: Answer, second: Answer): boolean {
    this.#budget.spend(WORK_OF_LOOKING);
    const [a, b] = [soleMember(first), soleMember(second)];
    if (a.kind === 'option' || b.kind === 'option') return this.#options(a, b);
    if (a.kind === 'approximation' || b.kind === 'approximation') return this.#approximations(a, b);
    const repeated = a.kind === 'collection' ? null : this.#repeated(b);
    if (repeated !== null) return this.equal(a, repeated);
    // The members of a set are values of one unknown, and `x = 1, y = 2` are of two.
    if (a.kind === 'collection' && a.isSet && pointOf(b) !== null) return false;
    const point = pointOf(a);
    if (point !== null && isList(b)) return this.#coordinates(point, a, b);
    if (a.kind === 'named' || b.kind === 'named') return this.#named(a, b);
    if (a.kind === 'equation' || b.kind === 'equation') return this.#equations(a, b);
    const [left, right] = [
      isInterval(b) ? (intervalOf(a) ?? pointOf(a)) : null,
      isInterval(a) ? (intervalOf(b) ?? pointOf(b)) : null,
    ];
    if (left !== null || right !== null) return this.equal(left ?? a, right ?? b);
    if (a.kind === 'clock') return this.#times(a, b);
    if (b.kind === 'clock') return this.#times(b, a);
    switch (a.kind) {
      case 'quantity':
        return b.kind === 'quantity' && this.#quantities.equal(a, b);
      case 'collection':
        return (
          b.kind === 'collection' &&
          (a.isSet ? this.#sameMembers(a.items, b.items) : this.#sameList(a.items, b.items))
        );
      case 'union':
        return b.kind === 'union' && this.#sameMembers(a.items, b.items);
      case 'tuple':
        return (
          b.kind === 'tuple' &&
          a.open === b.open &&
          a.close === b.close &&
          this.#inOrder(a.items, b.items)
        );
      case 'inequality':
        return b.kind === 'inequality' && this.#inequalities(a, b);
      case 'ratio':
        return b.kind === 'ratio' && this.#ratios(a.items, b.items);
      case 'matrix':
        return (
          b.kind === 'matrix' &&
          a.rows.length === b.rows.length &&
          a.rows.every((row, at) => this.#inOrder(row, b.rows[at] ?? []))
        );
      case 'text':
        return b.kind === 'text' && sameWords(a.text, b.text);
      default:
        return false;
    }
  }

  /** The letter counts where the other side is one, else what the option says. */
  #options(a: Answer, b: Answer): boolean {
    if (a.kind === 'option' && b.kind === 'option') {
      return a.letter === b.letter && this.equal(a.value, b.value);
    }
    if (a.kind === 'option') {
      const letter = letterOf(b);
      return letter === null ? this.equal(a.value, b) : letter === a.letter;
    }
    if (b.kind !== 'option') return false;
    const letter = letterOf(a);
    return letter === null ? this.equal(a, b.value) : letter === b.letter;
  }

  /**
   * What is exact counts; what is shown of it meets only the same decimal, which may be rounded as
   * well. An approximation that is none of its exact value states nothing.
   */
  #approximations(a: Answer, b: Answer): boolean {
    if (!isSound(a, this.#budget) || !isSound(b, this.#budget)) return false;
    const [x, y] = [exactPart(a), exactPart(b)];
    if (x !== null && y !== null && this.equal(x, y)) return true;
    const [shown, other] = [shownDecimal(a), shownDecimal(b)];
    return shown !== null && other !== null && this.equal(shown, other);
  }

  /** What a list says that says one thing several times: `\frac12 \text{ or } 0.5`. */
  #repeated(list: Answer): Answer | null {
    if (list.kind !== 'collection' || list.isSet) return null;
    const [first, ...others] = list.items;
    if (first === undefined || others.length === 0) return null;
    return others.every((other) => this.equal(first, other)) ? first : null;
  }

  /** A list without names has the values of `x = 2, y = 3` in their order. */
  #coordinates(point: Answer, named: Answer, other: Answer): boolean {
    if (other.kind !== 'collection' || named.kind !== 'collection') return false;
    if (other.items.some(({ kind }) => kind === 'named')) {
      return this.#sameList(named.items, other.items);
    }
    return !other.isSet && point.kind === 'tuple' && this.#inOrder(point.items, other.items);
  }

  #inOrder(a: readonly Answer[], b: readonly Answer[]): boolean {
    return (
      a.length === b.length &&
      a.every((item, at) => {
        const other = b[at];
        return other !== undefined && this.equal(item, other);
      })
    );
  }

  /** The same items, in any order but as often: `1, 1, 2` is not `1, 2, 2`. */
  #sameList(a: readonly Answer[], b: readonly Answer[]): boolean {
    const equal = (at: number, other: number): boolean => {
      const [x, y] = [a[at], b[other]];
      return x !== undefined && y !== undefined && this.equal(x, y);
    };
    return a.length === b.length && canPairOff(a.length, equal);
  }

  /** Each has every member of the other; order and repetition say nothing. */
  #sameMembers(a: readonly Answer[], b: readonly Answer[]): boolean {
    return (
      a.every((item) => b.some((other) => this.equal(item, other))) &&
      b.every((item) => a.some((other) => this.equal(other, item)))
    );
  }

  /** Names count where both have one; else the value alone is compared. */
  #named(a: Answer, b: Answer): boolean {
    if (a.kind === 'named' && b.kind === 'named' && a.name.toLowerCase() === b.name.toLowerCase()) {
      return this.equal(a.value, b.value);
    }
    const [left, right] = [equationSides(a), equationSides(b)];
    if (a.kind === 'named' && left !== null && right !== null) return this.#sameSides(left, right);
    if (a.kind === 'equation') return this.#equations(a, b);
    if (a.kind === 'named') return b.kind !== 'named' && this.equal(a.value, b);
    return b.kind === 'named' && this.equal(a, b.value);
  }

  /**
   * Equations are the same up to a factor: `y = 3 - x` is `2x + 2y = 6`. (A label that is solved for
   * a name asks for that.) A chain of equal values is that value; an answer `m+n = 42` states 42, but
   * `x+1 = 42` is yet to be solved.
   */
  #equations(a: Answer, b: Answer): boolean {
    const [left, right] = [equationSides(a), equationSides(b)];
    if (left !== null && right !== null) {
      const [x, y] = [asDifference(left), asDifference(right)];
      if (x !== null && y !== null) return this.#equality.proportional(x, y);
      return this.#inOrder(left, right);
    }
    if (left !== null) return left.every((side) => this.equal(side, b));
    return right !== null && statedValues(right, this.#budget).every((side) => this.equal(a, side));
  }

  /** The same two sides, whichever stands first. */
  #sameSides(a: readonly Answer[], b: readonly Answer[]): boolean {
    return this.#inOrder(a, b) || (a.length === 2 && this.#inOrder(a, b.toReversed()));
  }

  #inequalities(
    a: Extract<Answer, { kind: 'inequality' }>,
    b: Extract<Answer, { kind: 'inequality' }>,
  ): boolean {
    const mirrored = b.orders.map((order) => MIRRORED[order]).toReversed();
    const sides = b.sides.toReversed();
    return (
      (a.orders.join(' ') === b.orders.join(' ') && this.#inOrder(a.sides, b.sides)) ||
      (a.orders.join(' ') === mirrored.join(' ') && this.#inOrder(a.sides, sides))
    );
  }

  #ratios(a: readonly Answer[], b: readonly Answer[]): boolean {
    if (a.length !== b.length) return false;
    const values = (items: readonly Answer[]): Expression[] =>
      items.flatMap((item) => (item.kind === 'quantity' ? inBaseUnits(item) : []));
    const [x, y] = [values(a), values(b)];
    return (
      x.length === a.length &&
      y.length === b.length &&
      x.every((value, at) => {
        const [next, other, otherNext] = [x[at + 1], y[at], y[at + 1]];
        if (next === undefined || other === undefined || otherNext === undefined) return true;
        return this.#equality.equal(product(value, otherNext), product(next, other));
      })
    );
  }

  /** A time without its half of the day is the time in either. */
  #times(clock: Clock, other: Answer): boolean {
    if (other.kind === 'clock') {
      return (
        clock.hour === other.hour &&
        clock.minute === other.minute &&
        clock.isAfternoon === other.isAfternoon
      );
    }
    const time = [clock.hour, clock.minute].map(bareNumber);
    if (other.kind === 'ratio') return this.#inOrder(time, other.items);
    const isHour = other.kind === 'quantity' && isBare(other.unit) && clock.minute === 0n;
    return isHour && this.#inOrder(time.slice(0, 1), [other]);
  }
}

const MIRRORED = { '<': '>', '>': '<', '≤': '≥', '≥': '≤', '≠': '≠', '≈': '≈' } as const;

/** A set of one member states that member: `\{48\}` is the solution 48, but `\{\emptyset\}` not nothing. */
function soleMember(answer: Answer): Answer {
  const [only, more] = answer.kind === 'collection' ? answer.items : [];
  if (only === undefined || more !== undefined) return answer;
  return only.kind === 'collection' && only.items.length === 0 ? answer : soleMember(only);
}

/** The letter of an option that stands alone; a reading without case has it small. */
function letterOf(answer: Answer): string | null {
  if (answer.kind !== 'quantity' || answer.value.kind !== 'symbol') return null;
  return /^[A-J]$/i.test(answer.value.name) ? answer.value.name.toUpperCase() : null;
}
