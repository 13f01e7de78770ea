import type { Expression } from './expression.ts';
import type { Unit } from './units.ts';

/** A relation other than equality. */
export type Order = '<' | '>' | '≤' | '≥' | '≠' | '≈';

/** An answer as it is written. */
export type Answer =
  /** A formula, with its unit. */
  | { kind: 'quantity'; value: Expression; unit: Unit }
  /** Members of a set, `\{1, 2\}`, or items and alternatives in no order: `1 or 2`, `1, 2`, `\pm 3`. */
  | { kind: 'collection'; isSet: boolean; items: readonly Answer[] }
  /** Items in order between brackets: points, vectors, intervals. */
  | { kind: 'tuple'; open: string; close: string; items: readonly Answer[] }
  /** A union of sets, in no order. */
  | { kind: 'union'; items: readonly Answer[] }
  /** `x = …`, `\angle ABC = …`, `f(x) = …`, `x \in …`: a name and its value. */
  | { kind: 'named'; name: string; value: Answer }
  /** `a = b = c`. */
  | { kind: 'equation'; sides: readonly Answer[] }
  | { kind: 'inequality'; sides: readonly Answer[]; orders: readonly Order[] }
  /** `\sqrt2 \approx 1.41`, and `\approx 1.41` with nothing exact. */
  | { kind: 'approximation'; exact: Answer | null; shown: Answer }
  /** `\textbf{(B)}\ 12`: one of the options that a question gives, with what it says. */
  | { kind: 'option'; letter: string; value: Answer }
  /** `3 : 4`. */
  | { kind: 'ratio'; items: readonly Answer[] }
  /** `3:30 p.m.`: a time with its half of the day. */
  | { kind: 'clock'; hour: bigint; minute: bigint; isAfternoon: boolean }
  | { kind: 'matrix'; rows: readonly (readonly Answer[])[] }
  /** Words: compared without regard to case and blanks. A fault says where mathematics is broken. */
  | { kind: 'text'; text: string; fault?: string };
