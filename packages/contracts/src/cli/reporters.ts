import { writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { hasColors } from 'slime-runtime/hosting';
import {
  renderBadge,
  renderGithub,
  renderGithubSummary,
  renderHtml,
  renderJson,
  renderJunit,
  renderPretty,
} from '../report/index.ts';
import type { Report } from '../report/report.ts';

/** What each reporter makes of a report. */
export const REPORTERS = {
  pretty: (report: Report, color: boolean) => renderPretty(report, { color }),
  json: renderJson,
  junit: renderJunit,
  github: renderGithub,
  html: renderHtml,
  badge: renderBadge,
} as const;

/** A reporter and where it writes; null: standard output. */
export interface ReporterTarget {
  name: keyof typeof REPORTERS;
  file: string | null;
}

/** Writes a report as each reporter has it. `pretty` on standard output was shown as it came about. */
export async function writeReports(
  report: Report,
  targets: readonly ReporterTarget[],
  stdout: Writable,
): Promise<void> {
  for (const { name, file } of targets) {
    if (name === 'pretty' && file === null) continue;
    const text = withNewline(REPORTERS[name](report, file === null && hasColors(stdout)));
    if (file === null) stdout.write(text);
    else await writeFile(file, text);
    if (name === 'github') await writeSummary(report);
  }
}

/** GitHub shows what an action appends to this file. */
async function writeSummary(report: Report): Promise<void> {
  const file = process.env['GITHUB_STEP_SUMMARY'];
  if (file === undefined || file === '') return;
  await writeFile(file, withNewline(renderGithubSummary(report)), { flag: 'a' });
}

function withNewline(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
