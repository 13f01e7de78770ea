import { examination } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { learnAnswers } from '../answer-key.ts';
import { caseOf, withView } from '../reward-case.ts';
import type { RewardTarget } from '../target.ts';
import { type LengthFamily, lengthFamilies } from './length-families.ts';

/** CPU milliseconds from which a measurement says something. */
const LEAST_MS = 1;
/** A family is not made longer once a call costs so much. */
const ENOUGH_MS = 40;
/** Steps of growth in a row that say something. */
const LEAST_STEPS = 3;
const REPETITIONS = 3;
/** The whole measurement ends here: of a reward that waits little can be learned. */
const MOST_SECONDS = 8;
/** A family is left where a call waits so many milliseconds longer than it computes. */
const MOST_WAIT_MS = 300;
/** How far an exponent may be off before it counts: noise, and factors like log n. */
const SLACK = 0.5;
const EXPONENTS = { constant: 0, linear: 1, quadratic: 2 } as const;

/** One call. */
interface Point {
  /** Place in the family. */
  at: number;
  length: number;
  ms: number;
}

export const time = examination<RewardTarget>({
  id: 'rm/time',
  title: 'CPU time grows with the length of a response no faster than declared',
  why: 'Rewards run on the event loop of all episodes. A pattern that backtracks, or a formula that is worked out to the end, lets one response hold the whole run.',
  fix: 'Look from the end (lastIndexOf) instead of matching from every start, bound numbers and lengths before you compute, and move real work into a process of its own. Declare `growth` where it is meant to be slower than linear.',
  source: 'slime/rollout/rm_hub/math_utils.py:351-362',
  faults: ['A012', 'A106', 'B113', 'A029', 'A063'],
  requires: ['rm/settles'],
  async examine(target, trial: Trial) {
    const { forms } = await learnAnswers(target, trial);
    const deadline = performance.now() + MOST_SECONDS * 1000;
    for (const family of lengthFamilies(target, forms)) {
      const allowed = allowedExponent(target, family);
      const steep = steepPart(await climb(target, trial, family, deadline), allowed);
      if (steep !== null) await confirm(target, trial, family, steep, allowed);
      if (performance.now() > deadline) return;
    }
  },
});

/**
 * Text that is made to be slow costs a search from each of many starts, as `match` does it, one
 * power more than what models write; worse than that is backtracking. A bare function cannot
 * declare its growth.
 */
function allowedExponent({ plugin, isBare }: RewardTarget, { isHostile }: LengthFamily): number {
  const declared = EXPONENTS[plugin.claims.growth];
  return isHostile ? Math.max(declared + 1, isBare ? 2 : 0) : declared;
}

/** Measures ever longer responses of a family until a call is dear. */
async function climb(
  target: RewardTarget,
  trial: Trial,
  family: LengthFamily,
  deadline: number,
): Promise<Point[]> {
  const points: Point[] = [];
  for (const text of family.texts()) {
    const started = performance.now();
    const point = await measure(target, trial, family, text, points.length);
    points.push(point);
    const now = performance.now();
    // Of a call that waits for others there is little to learn.
    if (point.ms > ENOUGH_MS || now > deadline || now - started > point.ms + MOST_WAIT_MS) break;
  }
  return points;
}

async function measure(
  target: RewardTarget,
  trial: Trial,
  { row, name }: LengthFamily,
  text: string,
  at: number,
): Promise<Point> {
  const cases = [withView(target.world, caseOf(row, [text]))];
  const before = process.cpuUsage();
  await trial.attempt(`reward of ${text.length} x ${name}`, () => target.score(cases));
  const { user, system } = process.cpuUsage(before);
  return { at, length: text.length, ms: (user + system) / 1000 };
}

/** Points in a row of a climb that grow faster than allowed, from the cheapest that counts to the dearest. */
function steepPart(points: readonly Point[], allowed: number): readonly Point[] | null {
  let steepest: readonly Point[] | null = null;
  for (let end = LEAST_STEPS; end < points.length; end += 1) {
    for (let start = 0; start + LEAST_STEPS <= end; start += 1) {
      const part = points.slice(start, end + 1);
      if ((part[0]?.ms ?? 0) < LEAST_MS || !isSteep(part, allowed)) continue;
      if (steepest === null || growthOf(part) > growthOf(steepest)) steepest = part;
    }
  }
  return steepest;
}

/** Time doubles three times, and sooner than it may: less cannot be told from noise. */
function isSteep(points: readonly Point[], allowed: number): boolean {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return false;
  return (
    last.ms >= 2 ** LEAST_STEPS * LEAST_MS &&
    growthOf(points) >= 2 ** LEAST_STEPS &&
    exponentOf(first, last) > allowed + SLACK
  );
}

function growthOf(points: readonly Point[]): number {
  return (points.at(-1)?.ms ?? 0) / Math.max(0.001, points[0]?.ms ?? 0);
}

/** The power of the length with which time grows between two points. */
function exponentOf(from: Point, to: Point): number {
  return (
    Math.log(to.ms / Math.max(0.001, from.ms)) /
    Math.log(Math.max(to.length, from.length + 1) / from.length)
  );
}

/** Measures the steep part again; breaks the law when it is steep each time. */
async function confirm(
  target: RewardTarget,
  trial: Trial,
  family: LengthFamily,
  steep: readonly Point[],
  allowed: number,
): Promise<void> {
  let points = steep;
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    points = await measureAgain(target, trial, family, steep);
    if (!isSteep(points, allowed)) return;
  }
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return;
  const calls = points.map(({ length, ms }) => `${length} characters ${ms.toFixed(1)} ms`);
  trial.fail({
    expected: `CPU time that grows at most with length^${allowed} on ${family.name}`,
    got: `length^${exponentOf(first, last).toFixed(1)}: ${calls.join(', ')}`,
    note: `label ${JSON.stringify(family.row.label)}; measured again ${REPETITIONS} times, each time as steep`,
  });
}

async function measureAgain(
  target: RewardTarget,
  trial: Trial,
  family: LengthFamily,
  steep: readonly Point[],
): Promise<Point[]> {
  const points: Point[] = [];
  let at = 0;
  for (const text of family.texts()) {
    if (at > (steep.at(-1)?.at ?? -1)) break;
    if (at >= (steep[0]?.at ?? 0)) points.push(await measure(target, trial, family, text, at));
    at += 1;
  }
  return points;
}
