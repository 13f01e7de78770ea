import fc from 'fast-check';
import { type Breach, Broken, Inapplicable, Unmet } from '../broken.ts';
import type { Check, Property } from '../check.ts';
import { CaseTrial, type TrialSetup } from './case-trial.ts';
import type { CheckResult, FoundFailure } from './check-result.ts';
import { formatReplay } from './replay.ts';
import { showValue } from './show-value.ts';
import type { Replay } from './suite-request.ts';

/** A check draws no further cases after so many seconds. */
const BUDGET_SECONDS = 30;
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
  /** Told of the first failing case, before a smaller one is looked for. */
  onFailing(failure: FoundFailure): void;
}

/** Runs one check to its result. Never throws for what the plugin does. */
export async function runCheck<Target>(
  check: Check<Target>,
  target: Target,
  setup: CheckSetup,
): Promise<CheckResult> {
  const started = performance.now();
  const counts = { cases: 0, met: 0 };
  const result = (fields: Pick<CheckResult, 'outcome'> & Partial<CheckResult>): CheckResult => ({
    id: check.id,
    ...counts,
    seconds: Math.round(performance.now() - started) / 1000,
    reason: null,
    failure: null,
    ...fields,
  });
  try {
    const failure =
      check.law.kind === 'property'
        ? await runProperty(check.law, target, setup, counts)
        : await runExamination(check.law, target, setup, counts);
    if (failure !== null) return result({ outcome: 'fell_short', failure });
    const stray = await strayBreach(setup);
    if (stray !== null) {
      return result({ outcome: 'fell_short', failure: describeBreach(stray, null, 0, null) });
    }
    if (counts.met < counts.cases * LEAST_MET_SHARE) {
      const reason = `its precondition was met in ${counts.met} of ${counts.cases} cases`;
      return result({ outcome: 'not_exercised', reason });
    }
    return result({ outcome: 'held' });
  } catch (error) {
    if (error instanceof Inapplicable) {
      return result({ outcome: 'not_applicable', reason: error.needs, cases: 0, met: 0 });
    }
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return result({ outcome: 'crashed', reason });
  }
}

/** A rejection without a handler is told of a turn of the event loop later. */
async function strayBreach(setup: CheckSetup): Promise<Breach | null> {
  await new Promise((resolve) => setImmediate(resolve));
  const stray = setup.takeStray();
  return stray === null
    ? null
    : { expected: 'nothing is thrown where nobody waits for it', got: stray };
}

interface Counts {
  cases: number;
  met: number;
}

async function runExamination<Target>(
  law: { examine(target: Target, trial: CaseTrial): unknown },
  target: Target,
  setup: CheckSetup,
  counts: Counts,
): Promise<FoundFailure | null> {
  counts.cases = 1;
  setup.onCase(0, false);
  try {
    await law.examine(target, new CaseTrial(setup));
    counts.met = 1;
    return null;
  } catch (error) {
    if (error instanceof Unmet) return null;
    if (!(error instanceof Broken)) throw error;
    counts.met = 1;
    return describeBreach(error.breach, null, 0, null);
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
  const search = new Search(law, target, setup, counts, seed);
  const inputs = await law.inputs(target, replay?.commands ?? undefined);
  const details = await fc.check(
    fc.asyncProperty(inputs, (input) => search.evaluate(input)),
    {
      seed,
      numRuns: replay?.path == null ? casesOf(law, setup.runs) : 1,
      ...(replay?.path == null ? {} : { path: replay.path }),
    },
  );
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
  #deadline = performance.now() + BUDGET_SECONDS * 1000;
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
    if (this.crash !== null || performance.now() > this.#deadline) return;
    if (this.breach?.final === true) return;
    this.#setup.onCase(this.#case, isShrinking);
    if (!isShrinking) this.#counts.cases += 1;
    try {
      await this.#law.holds(this.#target, input, new CaseTrial(this.#setup));
    } catch (error) {
      if (error instanceof Unmet) return;
      if (!(error instanceof Broken)) {
        this.crash = error instanceof Error ? error : new Error(String(error));
        throw error;
      }
      if (!isShrinking) this.#onFirst(error.breach, input);
      this.breach = error.breach;
      throw error;
    }
    if (!isShrinking) this.#counts.met += 1;
  }

  #onFirst(breach: Breach, input: unknown): void {
    this.#counts.met += 1;
    this.#deadline = performance.now() + SHRINK_SECONDS * 1000;
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
