import { failureParts } from './failure-parts.ts';
import { lineOfFailure } from './failure-place.ts';
import { OUTCOME_NAMES, outcomeWords } from './outcome-words.ts';
import { nameOfPlugin, pathBelow } from './plugin-name.ts';
import type { CheckReport, PluginReport, Report } from './report.ts';
import { judgeReport, standingOf, type Strictness } from './standing.ts';
import { tallyWords } from './tally.ts';
import { visibleText } from './visible-text.ts';

/** How annotations are written. */
export interface GithubOptions extends Strictness {
  /** Folder that the repository's paths begin at: `GITHUB_WORKSPACE`. Default: the current one. */
  root?: string;
}

/** An annotation is read in a small box; GitHub cuts it at 64 KB. */
const LIMITS = { characters: 2000, lines: 40 };

/** The properties of an annotation that are used here. */
interface Properties {
  file?: string;
  line?: number;
  title: string;
}

/**
 * Writes a report as workflow commands of GitHub Actions: an error or a warning at the plugin's file
 * for each check that fell short, and a notice with the verdict. Each line is one command, whatever
 * a plugin wrote.
 */
export function renderGithub(report: Report, options: GithubOptions = {}): string {
  const verdict = OUTCOME_NAMES[judgeReport(report, options)];
  return [
    ...report.plugins.flatMap((plugin) => pluginCommands(plugin, options)),
    command(
      'notice',
      { title: 'slime contracts' },
      `${verdict}: ${tallyWords(report.plugins)} (seed ${report.seed})`,
    ),
    '',
  ].join('\n');
}

function pluginCommands(plugin: PluginReport, options: GithubOptions): string[] {
  const { root = process.cwd() } = options;
  const place = plugin.file === null ? {} : { file: pathBelow(root, plugin.file) };
  const name = nameOfPlugin(plugin);
  if (plugin.error !== null) {
    return [command('error', { ...place, title: `${name} could not be loaded` }, plugin.error)];
  }
  return plugin.checks.flatMap((check) => {
    const level = levelOf(check, options);
    if (level === null) return [];
    const line = check.failure === null ? null : lineOfFailure(plugin, check.failure);
    return [
      command(
        level,
        { ...place, ...(line === null ? {} : { line }), title: `${check.id}: ${check.title}` },
        `${name}\n${messageOf(check)}`,
      ),
    ];
  });
}

function levelOf(check: CheckReport, strictness: Strictness): 'error' | 'warning' | null {
  const standing = standingOf(check, strictness);
  if (standing === 'fails' || standing === 'crashes') return 'error';
  return standing === 'warns' ? 'warning' : null;
}

function messageOf(check: CheckReport): string {
  if (check.failure === null) return `${outcomeWords(check)}\nWhy it matters: ${check.why}`;
  return failureParts(check, check.failure, LIMITS)
    .map(({ label, text }) => `${label}: ${text}`)
    .join('\n');
}

function command(name: string, properties: Properties, message: string): string {
  const written = Object.entries(properties)
    .map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
    .join(',');
  return `::${name} ${written}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return visibleText(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
