import { access, constants, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { describeThrown, hasColors } from 'slime-runtime/hosting';
import { ConfigError } from 'slime-sdk';
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

/**
 * Refuses files that no report can be written to, as far as that can be known before the run.
 *
 * @throws ConfigError
 */
export async function assertWritable(targets: readonly ReporterTarget[]): Promise<void> {
  for (const { name, file } of targets) {
    if (file === null) continue;
    const path = resolve(file);
    const entry = await stat(path).catch(() => null);
    const refuse = (reason: string): never => {
      throw new ConfigError(`--reporter ${name}=${file}: ${reason}`);
    };
    if (entry?.isDirectory() === true) refuse('is a folder; name a file');
    const folder = dirname(path);
    if ((await stat(folder).catch(() => null))?.isDirectory() !== true) {
      refuse(`there is no folder ${folder}; make it first`);
    }
    await access(entry === null ? folder : path, constants.W_OK).catch(() =>
      refuse(`${entry === null ? folder : path} may not be written`),
    );
  }
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
    else await writeReport(name, file, text);
    if (name === 'github') await writeSummary(report, looks);
  }
}

async function writeReport(name: string, file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (cause) {
    throw new ConfigError(
      `--reporter ${name}=${file}: the report could not be written: it ${describeThrown(cause)}`,
      { cause },
    );
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
