import { formatCount } from './format-quantity.ts';
import type { Report } from './report.ts';
import { judgeReport, standingOf, type Strictness } from './standing.ts';

/** Writes the JSON that the endpoint badge of shields.io reads: `41 held`. */
export function renderBadge(report: Report, strictness: Strictness = {}): string {
  return `${JSON.stringify({ schemaVersion: 1, label: 'slime contracts', ...look(report, strictness) }, null, 2)}\n`;
}

function look(report: Report, strictness: Strictness): { message: string; color: string } {
  const { plugins } = report;
  const standings = plugins.flatMap(({ checks }) =>
    checks.map((check) => standingOf(check, strictness)),
  );
  const count = (...wanted: string[]): number =>
    standings.filter((standing) => wanted.includes(standing)).length;
  if (judgeReport(report, strictness) === 'crashed') {
    return { message: 'crashed', color: 'lightgrey' };
  }
  if (plugins.some(({ error }) => error !== null)) return { message: 'not loaded', color: 'red' };
  const held = formatCount(count('holds'));
  if (count('fails') > 0) {
    const ran = formatCount(count('holds', 'fails', 'warns'));
    return { message: `${formatCount(count('fails'))} of ${ran} fell short`, color: 'red' };
  }
  if (standings.length === 0) return { message: 'no check ran', color: 'lightgrey' };
  return { message: `${held} held`, color: count('warns') > 0 ? 'yellow' : 'brightgreen' };
}
