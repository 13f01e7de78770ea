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

/** A class of rows on which slime's recorded verdict is wrong. */
export interface Deviation {
  readonly name: string;
  /** The fault in the list of faults; null where the list has none like it. */
  readonly fault: `${'A' | 'B'}${number}` | null;
  readonly reason: string;
  readonly wrongly: readonly Wrong[];
  readonly applies: (input: RecordedInput) => boolean;
  /** Recorded rows that it matches; none where only rows written by hand show the fault. */
  readonly matches: number;
  /** How many of those rows the grader judges otherwise than the record. */
  readonly disagree: number;
  /** Rows whose right verdict was written down by hand. */
  readonly labelled: readonly Labelled[];
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
export function explains(deviation: Deviation, judged: Judged): boolean {
  return deviation.wrongly.includes(wrongOf(judged)) && deviation.applies(judged.row);
}
