import type { Recorded, RecordedInput } from './recorded-rows.ts';

/** What a grader says of a row: a reward, or that the row cannot be graded. */
export type Outcome = number | 'data_error';

/** What a recorded verdict does wrongly: pays, does not pay, gives a verdict at all, or raises. */
export type Wrong = 'pays' | 'refuses' | 'judges' | 'raises';

/** A row, written by hand, with the verdict that is right for it. */
export interface Labelled extends Pick<Recorded, 'response' | 'label'> {
  readonly metadata?: Recorded['metadata'];
  readonly strict?: boolean;
  readonly right: Outcome;
}

type Fault = `${'A' | 'B'}${number}`;

/** A class of rows on which slime's verdict is wrong. */
interface DeviationClass {
  readonly name: string;
  readonly reason: string;
  readonly wrongly: readonly Wrong[];
  readonly applies: (input: RecordedInput) => boolean;
  /** Rows whose right verdict was written down by hand. */
  readonly labelled: readonly Labelled[];
}

/** A class that recorded rows show. */
export interface Deviation extends DeviationClass {
  /** The fault in the list of faults. */
  readonly fault: Fault;
  /** Recorded rows that it matches. */
  readonly matches: number;
  /** How many of those rows the grader judges otherwise than the record: at least one. */
  readonly disagree: number;
}

/** A class that only rows written by hand show: it excuses no recorded row. */
export interface Unrecorded extends DeviationClass {
  /** Null where the list of faults has none like it. */
  readonly fault: Fault | null;
}

/** A recorded row with the grader's own outcome. */
export interface Judged {
  readonly row: Recorded;
  readonly outcome: Outcome;
}

/** Whether a record and an outcome say the same: what raised has no verdict. */
export function disagrees({ row, outcome }: Judged): boolean {
  return row.recorded === 'error' ? outcome !== 'data_error' : outcome !== row.recorded;
}

/** What the record does wrongly, if the outcome is right. */
function wrongOf({ row, outcome }: Judged): Wrong {
  if (row.recorded === 'error') return 'raises';
  if (outcome === 'data_error') return 'judges';
  return row.recorded > outcome ? 'pays' : 'refuses';
}

/** Whether a class says why a row's record differs from the outcome. */
export function explains(deviation: DeviationClass, judged: Judged): boolean {
  return deviation.wrongly.includes(wrongOf(judged)) && deviation.applies(judged.row);
}
