import type { CheckReport, PluginReport, Report } from './report.ts';

/** How strictly a report is judged. */
export interface Strictness {
  /** Warnings and what is not applicable count as well. Default: false. */
  strict?: boolean;
}

/** What a check's outcome does to the run. */
export type Standing = 'holds' | 'fails' | 'warns' | 'aside' | 'crashes';

/** Says what a check's outcome does to the run. */
export function standingOf(
  { outcome, severity }: Pick<CheckReport, 'outcome' | 'severity'>,
  { strict = false }: Strictness = {},
): Standing {
  switch (outcome) {
    case 'held':
      return 'holds';
    case 'crashed':
      return 'crashes';
    case 'fell_short':
    case 'not_exercised':
      return strict || severity === 'error' ? 'fails' : 'warns';
    case 'not_applicable':
      return strict ? 'fails' : 'aside';
    case 'blocked':
    case 'skipped':
      return 'aside';
    default:
      return outcome satisfies never;
  }
}

/** The verdict on plugins; one that could not be loaded fell short. */
export function verdictOf(
  plugins: readonly PluginReport[],
  strictness: Strictness = {},
): Report['verdict'] {
  const standings = plugins.flatMap(({ checks }) =>
    checks.map((check) => standingOf(check, strictness)),
  );
  if (standings.includes('crashes')) return 'crashed';
  const isShort = standings.includes('fails') || plugins.some(({ error }) => error !== null);
  return isShort ? 'fell_short' : 'held';
}

/** The verdict on a report, which may have crashed outside of any check. */
export function judgeReport(report: Report, strictness: Strictness = {}): Report['verdict'] {
  return report.verdict === 'crashed' ? 'crashed' : verdictOf(report.plugins, strictness);
}

/** Exit code of a run: 0 held, 1 fell short, 2 a plugin could not be loaded, 3 our own fault. */
export function exitCodeOf(report: Report, strictness: Strictness = {}): 0 | 1 | 2 | 3 {
  const verdict = judgeReport(report, strictness);
  if (verdict === 'crashed') return 3;
  if (report.plugins.some(({ error }) => error !== null)) return 2;
  return verdict === 'fell_short' ? 1 : 0;
}
