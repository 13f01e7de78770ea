import type { MaybePromise } from 'slime-sdk';
import type { Breach } from './broken.ts';

/** What a law is given beside plugin and input: how it calls the plugin, and how it breaks. */
export interface Trial {
  /** Seconds that one call of the plugin may take (`--timeout`). */
  readonly seconds: number;
  /** Cases of a property (`--runs`), for examinations that loop themselves. */
  readonly runs: number;
  /** Seed of the run, for examinations that draw. */
  readonly seed: number;
  /**
   * Calls the plugin. What it throws breaks the law, and so does a call that does not settle in
   * time; `where` names the call in the report (`reset`, `step of turn 2`, `reward`).
   */
  call<T>(where: string, run: () => MaybePromise<T>): Promise<T>;
  /** The same, and what it throws is given instead: for laws that allow a throw. */
  attempt<T>(where: string, run: () => MaybePromise<T>): Promise<Attempt<T>>;
  /** Longest time in milliseconds that a call of this case held the event loop. */
  readonly longestHoldMs: number;
  /** What the plugin has written to standard output in this case. */
  readonly output: string;
  /** Leaves the case when its precondition is not met. */
  require(condition: boolean): asserts condition;
  /** Breaks the law. */
  fail(breach: Breach): never;
  /** Breaks the law unless two plain values are equal; names the first path where they differ. */
  equal(got: unknown, expected: unknown, what: string): void;
}

/** What came of a call. */
export type Attempt<T> =
  | { ok: true; value: T }
  | {
      ok: false;
      thrown: unknown;
      /** The thrown value and its place in the user's file, in words. */
      text: string;
    };
