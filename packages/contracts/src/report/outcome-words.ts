import { formatCount, formatDuration, formatPlural } from './format-quantity.ts';
import type { CheckReport, Outcome } from './report.ts';

/** What a check's time is told from, in seconds. */
const SLOW_SECONDS = 1;

/** How outcomes are counted: `38 held`, `2 fell short`. */
export const OUTCOME_NAMES: Readonly<Record<Outcome, string>> = {
  held: 'held',
  fell_short: 'fell short',
  not_exercised: 'not exercised',
  blocked: 'blocked',
  not_applicable: 'not applicable',
  skipped: 'skipped',
  crashed: 'crashed',
};

/** Says how a check came out and why, in one line: `blocked by rm/shape`. */
export function outcomeWords(check: CheckReport): string {
  const { outcome, cases, met } = check;
  const reason = check.reason?.trim().split('\n')[0] ?? '';
  const name = OUTCOME_NAMES[outcome];
  const because = reason === '' ? name : `${name}: ${reason}`;
  switch (outcome) {
    case 'held':
      // What is said of it holds the cases and the time.
      if (reason !== '') return because;
      return [casesOf(check), ...slowness(check)].filter((part) => part !== '').join(', ');
    case 'fell_short':
      return [
        cases > 1 ? `${name} after ${formatPlural(cases, 'case')}` : name,
        ...(check.severity === 'warning' ? ['a warning'] : []),
        ...slowness(check),
      ].join(', ');
    case 'not_exercised':
      return reason === ''
        ? `${name}: met in ${formatCount(met)} of ${formatPlural(cases, 'case')}`
        : because;
    case 'blocked':
      return reason === '' ? name : `${name} by ${reason}`;
    case 'not_applicable':
      return reason === '' ? name : `${name}: needs ${reason}`;
    case 'skipped':
    case 'crashed':
      return because;
    default:
      return outcome satisfies never;
  }
}

/** Nothing for an examination, which looks once. */
function casesOf({ cases, met }: CheckReport): string {
  if (cases <= 1) return '';
  if (met < cases) return `${formatCount(met)} of ${formatPlural(cases, 'case')}`;
  return formatPlural(cases, 'case');
}

function slowness({ seconds }: CheckReport): string[] {
  return seconds < SLOW_SECONDS ? [] : [formatDuration(seconds)];
}
