import type { MaybePromise } from 'slime-sdk';
import { type Breach, Broken, Unmet } from '../broken.ts';
import type { Attempt, Trial } from '../trial.ts';
import { Calls, type OnCall } from './calls.ts';
import { firstDifference } from './first-difference.ts';

/** What all trials of a check share. */
export interface TrialSetup {
  seconds: number;
  runs: number;
  seed: number;
  onCall: OnCall;
  /** What the plugin has written to standard output since the case began. */
  readOutput(): string;
}

/** The {@link Trial} of one case. */
export class CaseTrial implements Trial {
  readonly seconds: number;
  readonly runs: number;
  readonly seed: number;
  readonly #calls: Calls;
  readonly #readOutput: () => string;

  /** @param deadline calls past it are left out. */
  constructor(setup: TrialSetup, deadline = Infinity) {
    this.seconds = setup.seconds;
    this.runs = setup.runs;
    this.seed = setup.seed;
    this.#calls = new Calls(setup.seconds, setup.onCall, deadline);
    this.#readOutput = () => setup.readOutput();
  }

  get longestHoldMs(): number {
    return this.#calls.longestHoldMs;
  }

  /** The check's time ran out in this case: what came of it says nothing. */
  get isCut(): boolean {
    return this.#calls.isCut;
  }

  get output(): string {
    return this.#readOutput();
  }

  call<T>(where: string, run: () => MaybePromise<T>): Promise<T> {
    return this.#calls.call(where, run);
  }

  attempt<T>(where: string, run: () => MaybePromise<T>): Promise<Attempt<T>> {
    return this.#calls.attempt(where, run);
  }

  require(condition: boolean): asserts condition {
    if (!condition) throw new Unmet();
  }

  fail(breach: Breach): never {
    throw new Broken(breach);
  }

  equal(got: unknown, expected: unknown, what: string): void {
    const difference = firstDifference(got, expected);
    if (difference === null) return;
    const at = difference.path === '' ? what : `${what}, at ${difference.path}`;
    throw new Broken({ expected: difference.expected, got: difference.got, note: at });
  }
}
