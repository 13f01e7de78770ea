import { failureParts, type FailurePart } from './failure-parts.ts';
import { formatCount, formatDuration, formatPlural } from './format-quantity.ts';
import { OUTCOME_NAMES, outcomeWords } from './outcome-words.ts';
import { nameOfPlugin } from './plugin-name.ts';
import type { CheckReport, PluginReport, Report } from './report.ts';
import { judgeReport, standingOf, type Strictness } from './standing.ts';
import { tallyWords } from './tally.ts';
import { visibleLine, visibleText } from './visible-text.ts';

/** GitHub refuses a summary above 1 MiB. */
const LIMITS = { characters: 4000, lines: 100 };
const MOST_FAILURES = 40;

/**
 * Writes a report as the markdown of a job summary: what did not hold of each plugin, and each
 * failure folded. What a plugin wrote stands in code blocks alone, or as entities.
 */
export function renderGithubSummary(report: Report, strictness: Strictness = {}): string {
  const { seed, runs, seconds, plugins } = report;
  const verdict = judgeReport(report, strictness);
  const mark = { held: '✅', fell_short: '❌', crashed: '💥' }[verdict];
  const failures = plugins.flatMap((plugin) =>
    plugin.checks.flatMap((check) => failureDetails(plugin, check)),
  );
  return [
    `## ${mark} slime contracts: ${OUTCOME_NAMES[verdict]}`,
    '',
    `${tallyWords(plugins)}. ${formatPlural(runs, 'case')} a property, seed ${seed}, ${formatDuration(seconds)}.`,
    '',
    ...plugins.flatMap((plugin) => pluginLines(plugin, strictness)),
    ...failures.slice(0, MOST_FAILURES).flat(),
    ...(failures.length > MOST_FAILURES
      ? [`And ${formatPlural(failures.length - MOST_FAILURES, 'more failure')}.`, '']
      : []),
  ].join('\n');
}

function pluginLines(plugin: PluginReport, strictness: Strictness): string[] {
  const held = plugin.checks.filter(({ outcome }) => outcome === 'held').length;
  const others = plugin.checks.filter(({ outcome }) => outcome !== 'held');
  const { branches } = plugin;
  return [
    `### ${inline(nameOfPlugin(plugin))}`,
    '',
    ...(plugin.error === null ? [] : ['It could not be loaded:', '', ...fenced(plugin.error), '']),
    ...(plugin.error === null
      ? [`${formatCount(held)} of ${formatPlural(plugin.checks.length, 'check')} held.`]
      : []),
    ...(branches === null
      ? []
      : [`${formatCount(branches.reached)} of ${formatPlural(branches.total, 'block')} reached.`]),
    '',
    ...(others.length === 0 ? [] : ['| | Check | What holds | Result |', '|---|---|---|---|']),
    ...others.map((check) => {
      const cells = [check.id, check.title, outcomeWords(check)].map(inline);
      return `| ${markOf(check, strictness)} | ${cells.join(' | ')} |`;
    }),
    '',
  ];
}

function markOf(check: CheckReport, strictness: Strictness): string {
  return { holds: '✅', fails: '❌', warns: '⚠️', aside: '➖', crashes: '💥' }[
    standingOf(check, strictness)
  ];
}

function failureDetails(plugin: PluginReport, check: CheckReport): string[][] {
  if (check.failure === null) return [];
  return [
    [
      '<details>',
      `<summary><b>${inline(check.id)}</b>: ${inline(check.title)} (${inline(nameOfPlugin(plugin))})</summary>`,
      '',
      ...failureParts(check, check.failure, LIMITS).flatMap(partLines),
      '</details>',
      '',
    ],
  ];
}

function partLines({ label, text, form }: FailurePart): string[] {
  if (form === 'prose') return [`**${label}:** ${inline(text)}`, ''];
  return [`**${label}:**`, '', ...fenced(text), ''];
}

/** A code block whose fence is longer than any run of backticks inside. */
function fenced(text: string): string[] {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return [`${fence}text`, visibleText(text), fence];
}

/** A text in a paragraph, a cell or an element: what markdown or HTML would read are entities. */
function inline(text: string): string {
  return visibleLine(text).replace(
    /[\\`*_[\]<>|~&#$@"':]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}
