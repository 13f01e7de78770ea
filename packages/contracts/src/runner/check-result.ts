import type { Outcome } from '../report/report.ts';

/** Why a check fell short, before a command line is put to it. */
export interface FoundFailure {
  input: string | null;
  expected: string;
  got: string;
  note: string | null;
  shrinks: number;
  /** `SEED:PATH`, with `@COMMANDS` behind it for a sequence of commands. */
  replay: string | null;
}

/** What came of one check; plain data. */
export interface CheckResult {
  id: string;
  outcome: Outcome;
  cases: number;
  met: number;
  seconds: number;
  reason: string | null;
  failure: FoundFailure | null;
}
