import { formatPath } from 'slime-sdk';
import type { CheckText } from '../../check.ts';
import type { CheckReport } from '../../report/report.ts';
import { severityOf } from '../../severity.ts';
import type { ReportBreach, StoredSample } from './sample-check.ts';

/** Breaches that are told one by one. */
const MOST_SHOWN = 5;

/** Counts what a check found, and keeps the first few breaches. */
export class Tally {
  cases = 0;
  met = 0;
  readonly #check: CheckText & { expected: string };
  readonly #shown: string[] = [];
  #count = 0;

  constructor(check: CheckText & { expected: string }) {
    this.#check = check;
  }

  get fellShort(): boolean {
    return this.#count > 0;
  }

  /** What a check calls for a breach in this sample. */
  reporterFor(stored: Pick<StoredSample, 'line' | 'prefix'>): ReportBreach {
    return (message, path = [], at = stored) => {
      this.#count += 1;
      if (this.#shown.length >= MOST_SHOWN) return;
      const place = [...at.prefix, ...path];
      const where = place.length === 0 ? '' : `: ${formatPath(place)}`;
      this.#shown.push(`line ${at.line}${where}: ${message}`);
    };
  }

  /** What the report says of the check. */
  report(
    outcome: { needs: string } | { blockedBy: string[] },
    command: string,
    seconds: number,
  ): CheckReport {
    const { id, title, why, fix, source, expected } = this.#check;
    const blocked = 'blockedBy' in outcome ? outcome.blockedBy : [];
    const base = {
      id,
      title,
      severity: severityOf(id),
      cases: this.cases,
      met: this.met,
      seconds,
      failure: null,
      why,
      fix,
      source,
    };
    if (this.#count > 0) {
      return {
        ...base,
        outcome: 'fell_short',
        reason: null,
        failure: this.#failure(expected, command),
      };
    }
    if (blocked.length > 0) return { ...base, outcome: 'blocked', reason: blocked.join(', ') };
    if (this.met === 0 && 'needs' in outcome) {
      return { ...base, outcome: 'not_applicable', reason: outcome.needs };
    }
    return { ...base, outcome: 'held', reason: null };
  }

  #failure(expected: string, command: string): NonNullable<CheckReport['failure']> {
    const more = this.#count - this.#shown.length;
    return {
      input: null,
      expected,
      got: [...this.#shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
      note: `${this.#count} ${this.#count === 1 ? 'breach' : 'breaches'} in ${this.cases} samples`,
      shrinks: 0,
      replay: null,
      command,
    };
  }
}
