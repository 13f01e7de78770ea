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

/** How a report is judged and shown. */
export interface Looks {
  strict: boolean;
  verbose: boolean;
}

type Render = (report: Report, looks: Looks & { color: boolean }) => string;

/** What each reporter makes of a report. */
export const REPORTERS = {
  pretty: renderPretty,
  json: (report) => renderJson(report),
  junit: renderJunit,
  github: (report, { strict }) =>
    renderGithub(report, { strict, root: process.env['GITHUB_WORKSPACE'] ?? process.cwd() }),
  html: renderHtml,
  badge: renderBadge,
} as const satisfies Record<string, Render>;

/** A reporter and where it writes; null: standard output. */
export interface ReporterTarget {
  name: keyof typeof REPORTERS;
  file: string | null;
}

/** Writes a report as each reporter has it. `pretty` on standard output was shown as it came about. */
export async function writeReports(
  report: Report,
  targets: readonly ReporterTarget[],
  looks: Looks,
  stdout: Writable,
): Promise<void> {
  for (const { name, file } of targets) {
    if (name === 'pretty' && file === null) continue;
    const color = file === null && hasColors(stdout);
    const text = withNewline(REPORTERS[name](report, { ...looks, color }));
    if (file === null) stdout.write(text);
    else await writeFile(file, text);
    if (name === 'github') await writeSummary(report, looks);
  }
}

/** GitHub shows what an action appends to this file. */
async function writeSummary(report: Report, { strict }: Looks): Promise<void> {
  const file = process.env['GITHUB_STEP_SUMMARY'];
  if (file === undefined || file === '') return;
  await writeFile(file, withNewline(renderGithubSummary(report, { strict })), { flag: 'a' });
}

function withNewline(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
