import type { CheckId } from '../check.ts';

/** A row of the catalogue of real faults, as the docs tell it. */
export interface FaultRow {
  /** `A001` to `A128`: a public report; `B001` to `B142`: found by reading or running slime. */
  row: string;
  /** What goes wrong, in one short line. */
  summary: string;
  /** Checks that are meant to catch it, beside those that name the row themselves. */
  caughtBy: readonly CheckId[];
  /** Why no contract can catch it; null where one can. */
  reason: string | null;
}

/** A fault that a plugin can have. */
export function within(row: string, summary: string, caughtBy: readonly CheckId[] = []): FaultRow {
  return { row, summary, caughtBy, reason: null };
}

/** A fault that no plugin can have, or that no law can see. */
export function beyond(row: string, summary: string, reason: string): FaultRow {
  return { row, summary, caughtBy: [], reason };
}

/** The loop calls plugins, and none of them can make it wrong. */
export const IN_LOOP = 'in slime’s own loop, which no plugin can bend or mend';
/** Adapters stand between an agent and the engine. */
export const IN_ADAPTER =
  'in an HTTP adapter between an agent and the engine: no plugin of slime is called there';
/** A generate function may write any prompt. */
export const OWN_PROMPT =
  'the encoder that plugins are handed does it right, and a generate function that writes its prompt itself may mean those very ids: no law can tell';
/** Pictures are prepared before a plugin sees them. */
export const IN_PICTURES =
  'where pictures become tensors and placeholders: a plugin is handed the encoder that does it';
/** Rows are read before the data source serves them. */
export const IN_READER = 'where a data file is read, before any plugin is called';
