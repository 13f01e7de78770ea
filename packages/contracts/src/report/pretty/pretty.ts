import pc from 'picocolors';
import type { Colors } from './colors.ts';
import { formatDuration, formatPlural } from '../format-quantity.ts';
import type { PluginReport, Report } from '../report.ts';
import { judgeReport, type Standing, standingOf, type Strictness } from '../standing.ts';
import { tallyWords, verdictWords } from '../tally.ts';
import { visibleLine } from '../visible-text.ts';
import {
  type BlockStyle,
  branchLines,
  crashBlock,
  failureBlock,
  loadErrorBlock,
  outputLines,
} from './blocks.ts';
import { checkLine, headingLine, layoutOf } from './check-line.ts';

/** How a report for people looks. */
export interface PrettyOptions extends Strictness {
  /** Default: none. */
  color?: boolean;
  /** Columns of the terminal; without it no title is cut and prose is wrapped at 96. */
  width?: number;
  /** Whole inputs, all lines of the plugin, all blocks that were not reached. Default: false. */
  verbose?: boolean;
}

const DEFAULT_WIDTH = 96;

/** Renders a report for people: a line a check, then branches, output, failures and the verdict. */
export function renderPretty(report: Report, options: PrettyOptions = {}): string {
  const colors = pc.createColors(options.color ?? false);
  const plugins = report.plugins.flatMap((plugin) => pluginLines(plugin, options, colors));
  return `${plugins.join('\n')}\n${renderEnd(report, options)}`;
}

/** Renders what stands below the lines of the checks. */
export function renderEnd(report: Report, options: PrettyOptions = {}): string {
  const colors = pc.createColors(options.color ?? false);
  const width = Math.min(options.width ?? DEFAULT_WIDTH, DEFAULT_WIDTH);
  const { verbose = false, strict = false } = options;
  const style: BlockStyle = { colors, width, verbose, strict };
  const { plugins } = report;
  const failed = (standing: Standing): string[][] =>
    plugins.flatMap((plugin) =>
      plugin.checks
        .filter((check) => standingOf(check, style) === standing)
        .map((check) => failureBlock(plugin, check, style)),
    );
  const blocks = [
    plugins.flatMap((plugin) => branchLines(plugin, style)),
    ...plugins.map((plugin) => outputLines(plugin, style)),
    ...failed('warns'),
    ...failed('fails'),
    ...plugins.flatMap((plugin) =>
      plugin.checks
        .filter(({ outcome }) => outcome === 'crashed')
        .map((check) => crashBlock(plugin, check, style)),
    ),
    ...plugins.filter(({ error }) => error !== null).map((plugin) => loadErrorBlock(plugin, style)),
    [verdictLine(report, style)],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `\n${lines.join('\n')}\n`)
    .join('');
}

/** The lines of a plugin, heading first. */
function pluginLines(plugin: PluginReport, options: PrettyOptions, colors: Colors): string[] {
  const layout = layoutOf(plugin.checks, options.width);
  return [
    '',
    headingLine(plugin, colors),
    ...plugin.checks.map((check) => checkLine(check, layout, colors, options)),
  ];
}

function verdictLine(report: Report, { colors, strict }: BlockStyle): string {
  const { seed, runs, seconds } = report;
  const verdict = judgeReport(report, { strict });
  const paint = { held: colors.green, fell_short: colors.red, crashed: colors.magenta }[verdict];
  const facts = `${formatDuration(seconds)}, seed ${seed}, ${formatPlural(runs, 'case')} a property`;
  const words = `${verdictWords(verdict)}: ${tallyWords(report.plugins)}`;
  return `${paint(colors.bold(visibleLine(words)))}  ${colors.dim(facts)}`;
}
