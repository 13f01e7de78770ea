import type { Budget } from '../bounds.ts';
import { bitLength } from './rational.ts';

const TRIAL_DIVISORS = 1000n;
const SMALL = 200n;

/** What trial division of an integer takes at most: its divisors, and one division for each bit. */
function workOfDividing(n: bigint, divisors: number): number {
  const bits = bitLength(n);
  return Math.min(Math.sqrt(Number(n)), divisors) / 50 + bits / 32 + bits ** 2 / 2 ** 17;
}

/** Prime factors of n > 0 by trial division; what is left after it counts as one prime. @throws OverBound */
export function primeFactors(n: bigint, budget: Budget): Map<bigint, bigint> {
  budget.spend(workOfDividing(n, Number(TRIAL_DIVISORS)));
  const factors = new Map<bigint, bigint>();
  let rest = n;
  for (let prime = 2n; prime * prime <= rest && prime < TRIAL_DIVISORS; prime += 1n) {
    let times = 0n;
    for (; rest % prime === 0n; rest /= prime) times += 1n;
    if (times > 0n) factors.set(prime, times);
  }
  if (rest > 1n) factors.set(rest, 1n);
  return factors;
}

/** n > 0 as outside^degree * inside, by small primes. @throws OverBound */
export function withoutPowers(
  n: bigint,
  degree: number,
  budget: Budget,
): { outside: bigint; inside: bigint } {
  budget.spend(workOfDividing(n, Number(SMALL)));
  const power = BigInt(degree);
  let outside = 1n;
  let inside = n;
  for (let base = 2n; base < SMALL && base ** power <= inside; base += 1n) {
    const factor = base ** power;
    for (; inside % factor === 0n; inside /= factor) outside *= base;
  }
  return { outside, inside };
}

/** Euler's phi. */
export function totient(n: number): number {
  let [phi, rest] = [n, n];
  for (let prime = 2; prime * prime <= rest; prime += 1) {
    if (rest % prime !== 0) continue;
    phi -= phi / prime;
    while (rest % prime === 0) rest /= prime;
  }
  return rest > 1 ? phi - phi / rest : phi;
}
