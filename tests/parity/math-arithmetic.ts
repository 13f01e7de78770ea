/**
 * Exact values of numbers without sums, apart from the grader: each is its sign and the exponents
 * of its primes, so that `2\sqrt{221}` and `\sqrt{884}` come out the same.
 */
export interface ExactValue {
  readonly sign: bigint;
  readonly exponents: ReadonlyMap<bigint, Fraction>;
}

type Fraction = readonly [bigint, bigint];

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));
const reduced = (n: bigint, d: bigint): Fraction => {
  const factor = gcd(n, d) * (d < 0n ? -1n : 1n);
  return [n / factor, d / factor];
};

function ofInteger(n: bigint): ExactValue {
  const exponents = new Map<bigint, Fraction>();
  let rest = n < 0n ? -n : n;
  if (rest === 0n) return { sign: 0n, exponents };
  for (let prime = 2n; prime * prime <= rest; prime += 1n) {
    let times = 0n;
    for (; rest % prime === 0n; rest /= prime) times += 1n;
    if (times > 0n) exponents.set(prime, [times, 1n]);
  }
  if (rest > 1n) exponents.set(rest, [1n, 1n]);
  return { sign: n < 0n ? -1n : 1n, exponents };
}

function power(value: ExactValue, [n, d]: Fraction): ExactValue {
  const exponents = new Map(
    [...value.exponents].map(([prime, [a, b]]): [bigint, Fraction] => [
      prime,
      reduced(a * n, b * d),
    ]),
  );
  return { sign: n % 2n === 0n ? value.sign ** 2n : value.sign, exponents };
}

function multiply(a: ExactValue, b: ExactValue): ExactValue {
  const exponents = new Map(a.exponents);
  for (const [prime, [n, d]] of b.exponents) {
    const [m, e] = exponents.get(prime) ?? [0n, 1n];
    const sum = reduced(m * d + n * e, d * e);
    if (sum[0] === 0n) exponents.delete(prime);
    else exponents.set(prime, sum);
  }
  return { sign: a.sign * b.sign, exponents };
}

const divide = (a: ExactValue, b: ExactValue): ExactValue => multiply(a, power(b, [-1n, 1n]));

/** n/d of a decimal: `-1.25` is -125/100. */
function decimal(text: string): Fraction {
  const [whole = '', digits = ''] = text.replace(/,/g, '').split('.');
  return reduced(BigInt(whole + digits || '0'), 10n ** BigInt(digits.length));
}

const ofFraction = ([n, d]: Fraction): ExactValue => divide(ofInteger(n), ofInteger(d));
const NUMBER = '\\d+(?:,\\d{3})*(?:\\.\\d+)?|\\.\\d+';
const TOKEN = new RegExp(`${NUMBER}|\\\\(?:frac|sqrt)|[-*/^(){}]`, 'y');
/** Longest number whose primes are looked for. */
const LONGEST = 12;
const MIXED = /^(-?)(\d+) ?(?:\\frac\{(\d+)\}\{(\d+)\}|(?<= )(\d+)\/(\d+))$/;

function tokens(text: string): string[] | null {
  const found: string[] = [];
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined || token.length > LONGEST) return null;
    found.push(token);
  }
  return found;
}

/** Spells the forms of the recorded rows one way. */
function plain(text: string): string {
  return text
    .replace(/\\[dt]?frac(\d)(\d)/g, '\\frac{$1}{$2}')
    .replace(/\\[dt]frac/g, '\\frac')
    .replace(/\\left|\\right|\\!|\\,/g, '')
    .replace(/\\times|\\cdot|×|·/g, '*')
    .replace(/\\div/g, '/')
    .replace(/√|(?<!\\)sqrt/g, '\\sqrt')
    .replace(/[−–]/g, '-')
    .replace(/\*\*/g, '^')
    .replace(/(\d)e([+-]?\d+)$/, '$1*10^{$2}')
    .replace(/10\^(-\d+)/, '10^{$1}')
    .trim();
}

class Reader {
  #tokens: string[];

  constructor(found: string[]) {
    this.#tokens = found;
  }

  read(): ExactValue | null {
    const value = this.#product();
    return this.#tokens.length === 0 ? value : null;
  }

  #product(): ExactValue | null {
    let value = this.#factor();
    while (value !== null && this.#tokens.length > 0 && !/^[)}]$/.test(this.#tokens[0] ?? '')) {
      const over = this.#tokens[0] === '/';
      if (over || this.#tokens[0] === '*') this.#tokens.shift();
      const factor = this.#factor();
      if (factor === null) return null;
      value = over ? divide(value, factor) : multiply(value, factor);
    }
    return value;
  }

  #factor(): ExactValue | null {
    const base = this.#atom();
    if (base === null || this.#tokens[0] !== '^') return base;
    this.#tokens.shift();
    const exponent = this.#group();
    return exponent === null ? null : power(base, exponent);
  }

  /** An exponent: a number, or `{n}`, `(n/d)`. */
  #group(): Fraction | null {
    const open = this.#tokens.shift() ?? '';
    if (open !== '{' && open !== '(') return decimal(open);
    const close = this.#tokens.findIndex((token) => token === '}' || token === ')');
    const inside = this.#tokens
      .splice(0, close + 1)
      .slice(0, -1)
      .join('');
    if (!/^-?[\d.]+(?:\/\d+)?$/.test(inside)) return null;
    const [top = '', bottom = '1'] = inside.split('/');
    const [n, d] = decimal(top);
    return reduced(n, d * BigInt(bottom));
  }

  #atom(): ExactValue | null {
    const token = this.#tokens.shift() ?? '';
    if (token === '-') {
      const rest = this.#atom();
      return rest === null ? null : multiply(ofInteger(-1n), rest);
    }
    if (token === '(' || token === '{') {
      const inside = this.#product();
      this.#tokens.shift();
      return inside;
    }
    if (token === '\\sqrt') {
      const root = this.#atom();
      return root === null || root.sign < 0n ? null : power(root, [1n, 2n]);
    }
    if (token === '\\frac') {
      const [top, bottom] = [this.#atom(), this.#atom()];
      return top === null || bottom === null || bottom.sign === 0n ? null : divide(top, bottom);
    }
    return /\d/.test(token) ? ofFraction(decimal(token)) : null;
  }
}

/** The exact value of a number without sums; null for anything else. */
export function exactValue(text: string): ExactValue | null {
  const spelt = plain(text);
  const mixed = MIXED.exec(spelt);
  if (mixed !== null) {
    const [whole, top, bottom] = [mixed[2], mixed[3] ?? mixed[5], mixed[4] ?? mixed[6]];
    const [a, b, c] = [BigInt(whole ?? 0), BigInt(top ?? 0), BigInt(bottom ?? 1)];
    return ofFraction(reduced((mixed[1] === '-' ? -1n : 1n) * (a * c + b), c));
  }
  if (/\d,?\s+\d/.test(spelt)) return null;
  const found = tokens(spelt.replace(/\s/g, ''));
  return found === null ? null : new Reader(found).read();
}

/** A hundredth of a value. */
export function overHundred(value: ExactValue | null): ExactValue | null {
  return value === null ? null : divide(value, ofInteger(100n));
}

/** Whether two exact values are the same number. */
export function isSame(a: ExactValue, b: ExactValue): boolean {
  const spell = (value: ExactValue): string =>
    [...value.exponents]
      .map(([prime, [n, d]]) => `${prime}^${n}/${d}`)
      .sort()
      .join(' ');
  return a.sign === b.sign && (a.sign === 0n || spell(a) === spell(b));
}
