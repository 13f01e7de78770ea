import { type Budget, MAX_BITS, OverBound } from '../bounds.ts';
import { totient, withoutPowers } from './factors.ts';
import {
  addIntervals,
  cosineInterval,
  divideIntervals,
  integerRoot,
  type Interval,
  intervalOf,
  multiplyIntervals,
  rootInterval,
} from './interval.ts';
import * as Q from './rational.ts';

/** How a real algebraic number is made. */
type Recipe =
  | { kind: 'rational'; value: Q.Rational }
  | { kind: 'sum' | 'product' | 'quotient'; left: Constant; right: Constant }
  | { kind: 'root'; degree: number; of: Constant }
  /** 2 cos(pi turn), 0 < turn < 1/2. */
  | { kind: 'cosine'; turn: Q.Rational };

/**
 * A real algebraic number. It is A/B for algebraic integers whose conjugates are at most
 * 2^upper (A) and 2^lower (B); `degrees` holds the degree of each root it is built from.
 */
export interface Constant {
  readonly id: number;
  readonly recipe: Recipe;
  readonly upper: number;
  readonly lower: number;
  readonly degrees: ReadonlyMap<number, number>;
}

const FIRST_BITS = 64;
const MAX_ROOT = 64;

/** log2(2^a + 2^b) */
const logSum = (a: number, b: number): number => Math.max(a, b) + 1;

/** What it takes to compute a recipe to some bits, its parts known. */
function workOf(recipe: Recipe, bits: number): number {
  // Newton's steps work with integers of as many bits for each degree.
  if (recipe.kind === 'root') return 2 + ((bits * recipe.degree) / 256) ** 1.5;
  // Two series of some bits / 5 and bits / 10 terms, whose divisions and products have these bits.
  if (recipe.kind === 'cosine') return (bits / 20) * (1 + bits / 12_000 + (bits / 1024) ** 1.5);
  return 1 + (bits / 256) ** 1.5;
}

/**
 * Exact arithmetic with roots and with cosines of rational parts of pi.
 *
 * Numbers are kept as recipes. Whether one is 0 is decided by computing it until the interval
 * excludes 0, or until it is closer to 0 than its separation bound lets any other number be
 * (Burnikel, Funke, Mehlhorn, Schirra, Schmitt 2001). No tolerance is involved.
 */
export class ConstantField {
  readonly #known = new Map<string, Constant>();
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  rational(value: Q.Rational): Constant {
    const [upper, lower] = [Q.ceilLog2(value.n), Q.ceilLog2(value.d)];
    return this.#intern(`${value.n}/${value.d}`, { kind: 'rational', value }, upper, lower, []);
  }

  integer(value: bigint): Constant {
    return this.rational(Q.rational(value));
  }

  /** The fraction that a constant is written as, null for any other. */
  asRational(a: Constant): Q.Rational | null {
    return a.recipe.kind === 'rational' ? a.recipe.value : null;
  }

  add(a: Constant, b: Constant): Constant {
    const [x, y] = this.#fractions(a, b);
    if (x !== null && y !== null) return this.rational(Q.add(x, y));
    if (x?.n === 0n) return b;
    if (y?.n === 0n) return a;
    const upper = logSum(a.upper + b.lower, a.lower + b.upper);
    const [left, right] = a.id <= b.id ? [a, b] : [b, a];
    const recipe: Recipe = { kind: 'sum', left, right };
    return this.#intern(`${left.id}+${right.id}`, recipe, upper, a.lower + b.lower, [a, b]);
  }

  negate(a: Constant): Constant {
    return this.multiply(this.integer(-1n), a);
  }

  multiply(a: Constant, b: Constant): Constant {
    const [x, y] = this.#fractions(a, b);
    if (x !== null && y !== null) return this.rational(Q.multiply(x, y));
    if (x?.n === 0n || (y !== null && Q.equals(y, Q.ONE))) return a;
    if (y?.n === 0n || (x !== null && Q.equals(x, Q.ONE))) return b;
    const [left, right] = a.id <= b.id ? [a, b] : [b, a];
    const recipe: Recipe = { kind: 'product', left, right };
    return this.#intern(`${left.id}*${right.id}`, recipe, a.upper + b.upper, a.lower + b.lower, [
      a,
      b,
    ]);
  }

  /** a/b. @throws RangeError when b is 0. */
  divide(a: Constant, b: Constant): Constant {
    const [x, y] = this.#fractions(a, b);
    if (x !== null && y !== null) return this.rational(Q.divide(x, y));
    if (y !== null && Q.equals(y, Q.ONE)) return a;
    if (this.sign(b) === 0) throw new RangeError('division by zero');
    const recipe: Recipe = { kind: 'quotient', left: a, right: b };
    return this.#intern(`${a.id}/${b.id}`, recipe, a.upper + b.lower, a.lower + b.upper, [a, b]);
  }

  /** The real root. @throws RangeError for an even root of a negative number. */
  root(of: Constant, degree: number): Constant {
    if (degree > MAX_ROOT) throw new OverBound('a root of high degree');
    if (degree === 1) return of;
    const sign = this.sign(of);
    if (sign === 0) return this.integer(0n);
    if (sign < 0 && degree % 2 === 0) throw new RangeError('an even root of a negative number');
    const value = this.asRational(of);
    if (value !== null) return this.#rationalRoot(value, degree);
    const [upper, lower] =
      of.upper >= of.lower
        ? [(of.upper + of.lower * (degree - 1)) / degree, of.lower]
        : [of.upper, (of.upper * (degree - 1) + of.lower) / degree];
    const recipe: Recipe = { kind: 'root', degree, of };
    return this.#intern(`${of.id}^1/${degree}`, recipe, upper, lower, [of], degree);
  }

  /** cos(pi turn). */
  cosine(turn: Q.Rational): Constant {
    const whole = 2n * turn.d;
    const n = ((turn.n % whole) + whole) % whole;
    if (n > turn.d) return this.cosine(Q.rational(whole - n, turn.d));
    if (2n * n > turn.d) return this.negate(this.cosine(Q.rational(turn.d - n, turn.d)));
    if (n === 0n) return this.integer(1n);
    if (2n * n === turn.d) return this.integer(0n);
    if (3n * n === turn.d) return this.rational(Q.rational(1n, 2n));
    const reduced = Q.rational(n, turn.d);
    const half = this.rational(Q.rational(1n, 2n));
    if (6n * n === turn.d || 4n * n === turn.d) {
      return this.multiply(half, this.root(this.integer(turn.d === 6n * n ? 3n : 2n), 2));
    }
    if (reduced.d > 360n) throw new OverBound('an angle of a fine division');
    const period = reduced.n % 2n === 0n ? reduced.d : 2n * reduced.d;
    const degree = totient(Number(period)) / 2;
    const recipe: Recipe = { kind: 'cosine', turn: reduced };
    const twice = this.#intern(`cos${reduced.n}/${reduced.d}`, recipe, 1, 0, [], degree);
    return this.multiply(half, twice);
  }

  /** -1, 0 or 1, exactly. @throws OverBound when that takes more digits than the budget pays for. */
  sign(a: Constant): -1 | 0 | 1 {
    const value = this.asRational(a);
    if (value !== null) return signOf(value.n);
    let degree = 1;
    for (const one of a.degrees.values()) degree *= one;
    const separation = Math.ceil(a.lower + (degree - 1) * a.upper) + 1;
    for (let bits = FIRST_BITS; ; bits *= 2) {
      const interval = this.#evaluate(a, bits, new Map());
      if (interval === null) continue;
      if (interval.low > 0n) return 1;
      if (interval.high < 0n) return -1;
      const close = 1n << BigInt(Math.max(bits - separation, 0));
      if (bits > separation && interval.high < close && -interval.low < close) return 0;
    }
  }

  /** root(n/d, k) = root(n d^(k-1), k) / d, with the powers of small primes taken out of it. */
  #rationalRoot(value: Q.Rational, degree: number): Constant {
    const radicand = Q.power(Q.rational(value.d), BigInt(degree - 1)).n * value.n;
    const size = radicand < 0n ? -radicand : radicand;
    const sign = radicand < 0n ? -1n : 1n;
    this.#budget.spend(2 + (Q.bitLength(size) / 256) ** 1.5);
    const exact = integerRoot(size, degree);
    if (exact ** BigInt(degree) === size) return this.rational(Q.rational(sign * exact, value.d));
    const { outside, inside } = withoutPowers(size, degree, this.#budget);
    const of = this.integer(inside);
    const recipe: Recipe = { kind: 'root', degree, of };
    const root = this.#intern(`${of.id}^1/${degree}`, recipe, of.upper / degree, 0, [], degree);
    return this.multiply(this.rational(Q.rational(sign * outside, value.d)), root);
  }

  /** Both values as fractions; what it takes to reduce a result of theirs is paid first. */
  #fractions(a: Constant, b: Constant): [Q.Rational | null, Q.Rational | null] {
    const words = (a.upper + a.lower + b.upper + b.lower) / 64;
    this.#budget.spend(1 + words ** 2 / 8);
    return [this.asRational(a), this.asRational(b)];
  }

  #intern(
    key: string,
    recipe: Recipe,
    upper: number,
    lower: number,
    from: readonly Constant[],
    degree = 1,
  ): Constant {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (!(upper + lower <= MAX_BITS)) throw new OverBound('a number of too many digits');
    this.#budget.spend(4 + (upper + lower) / 64);
    const id = this.#known.size;
    const degrees = new Map(from.flatMap((part) => [...part.degrees]));
    if (degree > 1) degrees.set(id, degree);
    if (degrees.size > 16) throw new OverBound('too many roots');
    const constant = { id, recipe, upper, lower, degrees };
    this.#known.set(key, constant);
    return constant;
  }

  #evaluate(a: Constant, bits: number, done: Map<number, Interval>): Interval | null {
    const known = done.get(a.id);
    if (known !== undefined) return known;
    this.#budget.spend(workOf(a.recipe, bits));
    const interval = this.#evaluateRecipe(a.recipe, bits, done);
    if (interval !== null) done.set(a.id, interval);
    return interval;
  }

  #evaluateRecipe(recipe: Recipe, bits: number, done: Map<number, Interval>): Interval | null {
    if (recipe.kind === 'rational') return intervalOf(recipe.value, bits);
    if (recipe.kind === 'cosine') return cosineInterval(recipe.turn, bits);
    if (recipe.kind === 'root') {
      const of = this.#evaluate(recipe.of, bits, done);
      return of === null ? null : rootInterval(of, recipe.degree, bits);
    }
    const left = this.#evaluate(recipe.left, bits, done);
    const right = this.#evaluate(recipe.right, bits, done);
    if (left === null || right === null) return null;
    if (recipe.kind === 'sum') return addIntervals(left, right);
    if (recipe.kind === 'product') return multiplyIntervals(left, right, bits);
    return divideIntervals(left, right, bits);
  }
}

function signOf(n: bigint): -1 | 0 | 1 {
  if (n === 0n) return 0;
  return n > 0n ? 1 : -1;
}
