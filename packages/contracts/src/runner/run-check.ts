import fc from 'fast-check';
import { describeThrown } from 'slime-runtime/hosting';
import { type Breach, Broken, Inapplicable, OutOfTime, Unmet } from '../broken.ts';
import type { Check, Property } from '../check.ts';
import { blameProcess, breachOfThrown, isA, openFilesBreach } from './blame.ts';
import { CaseTrial, type TrialSetup } from './case-trial.ts';
import type { CheckResult, FoundFailure } from './check-result.ts';
import { nextTurn, now } from './intact.ts';
import { formatReplay } from './replay.ts';
import { showValue } from './show-value.ts';
import type { Replay } from './suite-request.ts';
import type { ProcessState } from '../world/process-state.ts';

/** A property ends after so many seconds, in the middle of a case too. */
const BUDGET_SECONDS = 30;
/** An examination that takes longer cannot be made of so slow a plugin. */
const EXAMINATION_SECONDS = 60;
/** It looks for a smaller input for so many seconds. */
const SHRINK_SECONDS = 5;
/** A law whose precondition held in a smaller share of the cases says nothing. */
const LEAST_MET_SHARE = 0.05;

/** How a check is run. */
export interface CheckSetup extends TrialSetup {
  replay: Replay | null;
  /** Told before each case. */
  onCase(number: number, isShrinking: boolean): void;
  /** What the plugin threw where nobody waited for it: a timer, a promise without a handler. */
  takeStray(): string | null;
  /** The process before the plugin was loaded. */
  processState: ProcessState;
  /** Told of the first failing case, before a smaller one is looked for. */
  onFailing(failure: FoundFailure): void;
}

/** Runs one check to its result. Never throws for what the plugin does. */
export async function runCheck<Target>(
  check: Check<Target>,
  target: Target,
  setup: CheckSetup,
): Promise<CheckResult> {
  const started = now();
  const counts: Counts = { cases: 0, met: 0, planned: null };
  const result = (fields: Pick<CheckResult, 'outcome'> & Partial<CheckResult>): CheckResult => ({
    id: check.id,
    cases: counts.cases,
    met: counts.met,
    seconds: Math.round(now() - started) / 1000,
    reason: null,
    failure: null,
    ...fields,
  });
  try {
    const failure =
      check.law.kind === 'property'
        ? await runProperty(check.law, target, setup, counts)
        : await runExamination(check.law, target, setup, counts);
    // Taken in any case: it belongs to no other check.
    const stray = await strayBreach(setup);
    if (failure !== null) {
      return result({ outcome: 'fell_short', failure: withStray(failure, stray) });
    }
    if (stray !== null) {
      return result({ outcome: 'fell_short', failure: describeBreach(stray, null, 0, null) });
    }
    if (counts.cases === 0) throw new Inapplicable(quickerCalls(BUDGET_SECONDS));
    if (counts.met < counts.cases * LEAST_MET_SHARE) {
      const reason = `its precondition was met in ${counts.met} of ${counts.cases} cases`;
      return result({ outcome: 'not_exercised', reason });
    }
    return result({ outcome: 'held', reason: describeHeld(setup, counts) });
  } catch (error) {
    if (isA(error, Inapplicable)) {
      return result({ outcome: 'not_applicable', reason: error.needs, cases: 0, met: 0 });
    }
    if (error instanceof WrongPath) {
      return result({ outcome: 'not_exercised', reason: error.message, cases: 0, met: 0 });
    }
    const change = blameProcess(setup.processState);
    const breach =
      change === null
        ? openFilesBreach(error)
        : { expected: 'built-in objects stay as they are', got: change };
    if (breach !== null) {
      return result({ outcome: 'fell_short', failure: describeBreach(breach, null, 0, null) });
    }
    const reason = isA(error, Error) ? (error.stack ?? error.message) : describeThrown(error);
    return result({ outcome: 'crashed', reason });
  }
}

/** A rejection without a handler is told of a turn of the event loop later. */
async function strayBreach(setup: CheckSetup): Promise<Breach | null> {
  await nextTurn();
  const stray = setup.takeStray();
  return stray === null
    ? null
    : {
        expected: 'nothing is thrown where nobody waits for it',
        got: stray,
        note: 'thrown by a promise that nobody awaits, or by a timer: is an await missing?',
      };
}

/** What was thrown beside a failure may well be its cause: a call that waits for what never comes. */
function withStray(failure: FoundFailure, stray: Breach | null): FoundFailure {
  if (stray === null) return failure;
  const beside = `beside it a timer, or a promise that nobody awaits, ${String(stray.got)}`;
  const note = failure.note === null ? beside : `${failure.note}; ${beside}`;
  return { ...failure, note };
}

interface Counts {
  cases: number;
  met: number;
  /** Cases that the time did not suffice for are missing of so many; null: all were drawn. */
  planned: number | null;
}

/** A path that leads to no case. */
class WrongPath extends Error {}

function quickerCalls(seconds: number): string {
  return `calls that take less time: it was stopped after ${seconds} s`;
}

/** What is to be said of a check that held, beside that; null: nothing. */
function describeHeld({ replay }: CheckSetup, { cases, planned }: Counts): string | null {
  if (replay !== null && replay.path !== null) return 'the failure did not repeat';
  if (planned === null) return null;
  return `stopped after ${BUDGET_SECONDS} s and ${cases} of ${planned} cases`;
}

async function runExamination<Target>(
  law: { examine(target: Target, trial: CaseTrial): unknown },
  target: Target,
  setup: CheckSetup,
  counts: Counts,
): Promise<FoundFailure | null> {
  counts.cases = 1;
  setup.onCase(0, false);
  const trial = new CaseTrial(setup, now() + EXAMINATION_SECONDS * 1000);
  try {
    await law.examine(target, trial);
    if (trial.isCut) throw new OutOfTime();
    counts.met = 1;
    return null;
  } catch (error) {
    if (trial.isCut) throw new Inapplicable(quickerCalls(EXAMINATION_SECONDS));
    if (isA(error, Unmet)) return null;
    const breach = isA(error, Broken) ? error.breach : breachOfThrown(error);
    if (breach === null) throw error;
    counts.met = 1;
    return describeBreach(breach, null, 0, null);
  }
}

async function runProperty<Target>(
  law: Property<Target, unknown>,
  target: Target,
  setup: CheckSetup,
  counts: Counts,
): Promise<FoundFailure | null> {
  const { replay } = setup;
  const seed = replay?.seed ?? setup.seed;
  const planned = casesOf(law, setup.runs);
  const search = new Search(law, target, setup, counts, seed);
  const inputs = await law.inputs(target, replay?.commands ?? undefined);
  const details = await walkPath(() =>
    fc.check(
      fc.asyncProperty(inputs, (input) => search.evaluate(input)),
      {
        seed,
        numRuns: replay?.path == null ? planned : 1,
        // A replay shows the case that it names, and looks for no other.
        ...(replay?.path == null ? {} : { path: replay.path, endOnFailure: true }),
      },
    ),
  );
  if (search.isLate) counts.planned = planned;
  if (search.crash !== null) throw search.crash;
  if (!details.failed) return null;
  const breach = search.breach;
  if (breach === null || details.counterexample === null) throw details.errorInstance;
  const [input] = details.counterexample;
  const commands = /\/\*replayPath="([^"\\]*)"\*\//.exec(fc.stringify(input))?.[1] ?? null;
  return describeBreach(
    breach,
    showInput(law, input, target),
    details.numShrinks,
    formatReplay({ seed, path: details.counterexamplePath, commands }),
  );
}

/** Shows the input of a case without a call of the plugin: of one that ended the process. */
export async function showCase<Target>(
  law: Property<Target, unknown>,
  target: Target,
  replay: Replay,
): Promise<string> {
  const inputs = await law.inputs(target, replay.commands ?? undefined);
  let shown = '';
  const show = fc.property(inputs, (input) => {
    shown = showInput(law, input, target);
  });
  fc.check(show, {
    seed: replay.seed,
    numRuns: 1,
    ...(replay.path === null ? {} : { path: replay.path }),
  });
  return shown;
}

/** Runs fast-check. @throws WrongPath where a replay's path leads to no case */
async function walkPath<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    // It has no other sign of it.
    if (!isA(error, Error) || !error.message.startsWith('Unable to replay')) throw error;
    throw new WrongPath(
      'there is no case at the path of --replay: give it as the failure printed it, on the same plugin and data',
    );
  }
}

function casesOf(law: Property<never, unknown>, runs: number): number {
  const wanted = Math.ceil(runs * (law.share ?? 1));
  return Math.max(1, Math.min(wanted, law.mostCases ?? wanted));
}

/** The search for a failing case, and then for a smaller one. */
class Search<Target> {
  /** Of the smallest failing case so far. */
  breach: Breach | null = null;
  /** A fault of the law itself. */
  crash: Error | null = null;
  readonly #law: Property<Target, unknown>;
  readonly #target: Target;
  readonly #setup: CheckSetup;
  readonly #counts: Counts;
  readonly #seed: number;
  /** The time was over before all cases were drawn. */
  isLate = false;
  #deadline = now() + BUDGET_SECONDS * 1000;
  #case = -1;

  constructor(
    law: Property<Target, unknown>,
    target: Target,
    setup: CheckSetup,
    counts: Counts,
    seed: number,
  ) {
    this.#law = law;
    this.#target = target;
    this.#setup = setup;
    this.#counts = counts;
    this.#seed = seed;
  }

  async evaluate(input: unknown): Promise<void> {
    this.#case += 1;
    const isShrinking = this.breach !== null;
    // Passing ends the search: what comes after it is not looked at.
    if (this.crash !== null || this.breach?.final === true) return;
    // Behind the case of a path fast-check goes on with those beside it.
    if (this.#setup.replay?.path != null && this.#case > 0) return;
    if (now() > this.#deadline) {
      this.isLate ||= !isShrinking;
      return;
    }
    this.#setup.onCase(this.#case, isShrinking);
    if (!isShrinking) this.#counts.cases += 1;
    const trial = new CaseTrial(this.#setup, this.#deadline);
    try {
      await this.#law.holds(this.#target, input, trial);
    } catch (error) {
      if (trial.isCut) return this.#leave(isShrinking);
      if (isA(error, Unmet)) return;
      const breach = isA(error, Broken) ? error.breach : breachOfThrown(error);
      if (breach === null) {
        this.crash = isA(error, Error) ? error : new Error(describeThrown(error));
        throw this.crash;
      }
      if (!isShrinking) this.#onFirst(breach, input);
      this.breach = breach;
      throw isA(error, Broken) ? error : new Broken(breach);
    }
    if (trial.isCut) return this.#leave(isShrinking);
    if (!isShrinking) this.#counts.met += 1;
  }

  /** Leaves a case for which the time did not suffice: it counts for none. */
  #leave(isShrinking: boolean): void {
    if (isShrinking) return;
    this.isLate = true;
    this.#counts.cases -= 1;
  }

  #onFirst(breach: Breach, input: unknown): void {
    this.#counts.met += 1;
    this.#deadline = now() + SHRINK_SECONDS * 1000;
    const path = this.#setup.replay?.path ?? String(this.#case);
    const shown = showInput(this.#law, input, this.#target);
    const replay = formatReplay({ seed: this.#seed, path, commands: null });
    this.#setup.onFailing(describeBreach(breach, shown, 0, replay));
  }
}

function showInput<Target>(law: Property<Target, unknown>, input: unknown, target: Target): string {
  return showValue(law.show === undefined ? input : law.show(input, target));
}

function describeBreach(
  { expected, got, note, input: found }: Breach,
  input: string | null,
  shrinks: number,
  replay: string | null,
): FoundFailure {
  return {
    input: input ?? (found === undefined ? null : showValue(found)),
    expected: describe(expected),
    got: describe(got),
    note: note ?? null,
    shrinks,
    replay,
  };
}

/** Words stand as they are; data is shown. */
function describe(value: unknown): string {
  return typeof value === 'string' ? value : showValue(value);
}
