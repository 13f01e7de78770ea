import type { Colors } from './colors.ts';
import { failureParts, type FailurePart } from '../failure-parts.ts';
import { formatCount, formatPlural } from '../format-quantity.ts';
import { nameOfPlugin, pathBelow } from '../plugin-name.ts';
import type { CheckReport, PluginReport } from '../report.ts';
import { standingOf } from '../standing.ts';
import { visibleLine, visibleText } from '../visible-text.ts';
import { wrapText } from '../wrap-text.ts';

/** How blocks look. */
export interface BlockStyle {
  colors: Colors;
  /** Columns that prose is wrapped to. */
  width: number;
  verbose: boolean;
  strict: boolean;
}

const LABEL_WIDTH = 16;
const BRIEF = { characters: 1200, lines: 30 };
const LONG = { characters: 20_000, lines: 1000 };
const MOST_BRANCHES = 8;
const MOST_OUTPUT = 10;

/** Everything about a check that fell short. */
export function failureBlock(
  plugin: PluginReport,
  check: CheckReport,
  style: BlockStyle,
): string[] {
  const { colors } = style;
  if (check.failure === null) return [];
  const isError = standingOf(check, style) === 'fails';
  const mark = isError ? colors.red('✗') : colors.yellow('!');
  const id = colors.bold((isError ? colors.red : colors.yellow)(visibleLine(check.id)));
  return [
    `${mark} ${id}  ${visibleLine(check.title)}`,
    `  ${colors.dim(visibleLine(nameOfPlugin(plugin)))}`,
    '',
    ...failureParts(check, check.failure, style.verbose ? LONG : BRIEF).flatMap((part) =>
      partLines(part, style),
    ),
  ];
}

/** A check of ours that did not work. */
export function crashBlock(plugin: PluginReport, check: CheckReport, style: BlockStyle): string[] {
  const { colors } = style;
  return [
    `${colors.magenta('✗')} ${colors.bold(colors.magenta(visibleLine(check.id)))}  crashed: the fault is in slime-contracts`,
    `  ${colors.dim(visibleLine(nameOfPlugin(plugin)))}`,
    ...gutter(check.reason ?? '', colors).map((line) => `  ${line}`),
  ];
}

/** A plugin that could not be loaded. */
export function loadErrorBlock(plugin: PluginReport, { colors }: BlockStyle): string[] {
  return [
    `${colors.red('✗')} ${colors.bold(colors.red(visibleLine(nameOfPlugin(plugin))))} could not be loaded`,
    ...gutter(plugin.error ?? '', colors).map((line) => `  ${line}`),
  ];
}

/** How many blocks of a plugin were reached, and the first lines that were not. */
export function branchLines({ branches, file }: PluginReport, style: BlockStyle): string[] {
  const { colors, verbose } = style;
  if (branches === null) return [];
  const { reached, total, files, missed } = branches;
  const shown = verbose ? missed : missed.slice(0, MOST_BRANCHES);
  const places = shown.map((branch) => {
    const path = pathBelow(process.cwd(), branch.file);
    return { at: `${visibleLine(path)}:${branch.line}`, text: visibleLine(branch.text) };
  });
  const width = Math.max(0, ...places.map(({ at }) => at.length));
  const all = `${formatCount(reached)} of ${formatPlural(total, 'block')}`;
  const name = file === null ? '' : ` of ${visibleLine(pathBelow(process.cwd(), file))}`;
  const others = files > 1 ? ` and ${formatPlural(files - 1, 'more file')}` : '';
  return [
    `${colors.bold('Reached')} ${reached === total ? colors.green(all) : all}${name}${others}`,
    ...places.map(
      ({ at, text }) => `  never ${colors.yellow(at.padEnd(width))}  ${colors.dim(text)}`,
    ),
    ...more(missed.length - shown.length, 'block'),
  ];
}

/** What a plugin wrote to standard output while it was checked. */
export function outputLines(plugin: PluginReport, { colors, verbose }: BlockStyle): string[] {
  const { output } = plugin;
  if (output.length === 0) return [];
  const shown = verbose ? output : output.slice(0, MOST_OUTPUT);
  return [
    `${colors.bold('Written by')} ${visibleLine(nameOfPlugin(plugin))}`,
    ...shown.map((line) => `  ${colors.dim('│')} ${visibleLine(line)}`),
    ...more(output.length - shown.length, 'line'),
  ];
}

function more(count: number, noun: string): string[] {
  return count <= 0 ? [] : [`  and ${formatPlural(count, `more ${noun}`)}`];
}

function partLines({ label, text, form }: FailurePart, style: BlockStyle): string[] {
  const { colors, width } = style;
  const indent = ' '.repeat(LABEL_WIDTH + 2);
  const name = `  ${colors.bold(label)}${' '.repeat(LABEL_WIDTH - label.length)}`;
  const paint = painter(label, form, colors);
  return form === 'prose'
    ? hang(name, indent, proseLines(text, width))
    : hang(name, indent, gutter(text, colors, paint));
}

function hang(first: string, rest: string, lines: string[]): string[] {
  return lines.map((line, at) => (at === 0 ? first : rest) + line);
}

function painter(
  label: string,
  form: FailurePart['form'],
  colors: Colors,
): (text: string) => string {
  if (form === 'command') return colors.cyan;
  return { Expected: colors.green, Got: colors.red }[label] ?? ((text) => text);
}

function proseLines(text: string, width: number): string[] {
  const lines = wrapText(visibleText(text), Math.max(24, width - LABEL_WIDTH - 2));
  return lines.map((line) => (/^\s*::/.test(line) ? `│ ${line}` : line));
}

/**
 * Lines that may be a plugin's own words. More than one have a bar before them: a line that begins
 * with `::` is a command to GitHub's runner.
 */
function gutter(
  text: string,
  colors: Colors,
  paint: (line: string) => string = (line) => line,
): string[] {
  const lines = visibleText(text).split('\n');
  return lines.length === 1
    ? lines.map(paint)
    : lines.map((line) => `${colors.dim('│')} ${paint(line)}`);
}
