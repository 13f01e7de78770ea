import type { Colors } from './colors.ts';
import { outcomeWords } from '../outcome-words.ts';
import { pathBelow, titleOfKind } from '../plugin-name.ts';
import type { CheckReport } from '../report.ts';
import { standingOf, type Strictness } from '../standing.ts';
import { visibleLine } from '../visible-text.ts';

/** What is known of a plugin before its checks run. */
export interface AnnouncedPlugin {
  kind: string;
  spec: string;
  /** Shown where it says more than `spec`. */
  file?: string | null;
  checks: readonly { id: string; title: string }[];
}

/** How the lines of a plugin's checks are set. */
export interface LineLayout {
  idWidth: number;
  titleWidth: number;
}

/** Before the id: a mark between spaces. */
const MARGIN = 4;
/** Kept for `1,000 cases, 1.2 s` behind the title. */
const TAIL = 22;
const LEAST_TITLE = 24;

/** Sets the columns of a plugin's lines; with a width, titles give way. */
export function layoutOf(
  checks: readonly { id: string; title: string }[],
  width: number | undefined,
): LineLayout {
  const idWidth = Math.max(0, ...checks.map(({ id }) => visibleLine(id).length));
  const longest = Math.max(0, ...checks.map(({ title }) => visibleLine(title).length));
  const room = width === undefined ? longest : width - MARGIN - idWidth - 2 - TAIL;
  return { idWidth, titleWidth: Math.min(longest, Math.max(LEAST_TITLE, room)) };
}

/** `Reward function ./rm.ts`, with the file where the spec is another name of it. */
export function headingLine(plugin: AnnouncedPlugin, colors: Colors): string {
  const spec = visibleLine(plugin.spec);
  const file = visibleLine(pathBelow(process.cwd(), plugin.file ?? ''));
  const isSame = file === '' || spec.replace(/^\.\//, '').replace(/#.*$/, '') === file;
  const heading = `${colors.bold(visibleLine(titleOfKind(plugin.kind)))} ${colors.cyan(spec)}`;
  return isSame ? heading : `${heading} ${colors.dim(file)}`;
}

/** The line of a check that is done: mark, id, title, and how it came out. */
export function checkLine(
  check: CheckReport,
  layout: LineLayout,
  colors: Colors,
  strictness: Strictness = {},
): string {
  const { mark, paint } = looks(check, colors, strictness);
  const words = visibleLine(outcomeWords(check));
  const tail = check.outcome === 'held' ? colors.dim(words) : paint(words);
  const start = `  ${paint(mark)} ${fit(check.id, layout.idWidth)}  `;
  const title = fit(check.title, layout.titleWidth);
  // A line that ends with its title carries no spaces behind it.
  return words === '' ? start + title.trimEnd() : `${start}${title}  ${tail}`;
}

/** Pads a text to a width, or cuts it. */
export function fit(text: string, width: number): string {
  const seen = visibleLine(text);
  return seen.length > width ? `${seen.slice(0, Math.max(0, width - 1))}…` : seen.padEnd(width);
}

function looks(
  check: CheckReport,
  colors: Colors,
  strictness: Strictness,
): { mark: string; paint: (text: string) => string } {
  const { outcome } = check;
  const fails = standingOf(check, strictness) === 'fails';
  const bad = fails ? colors.red : colors.yellow;
  switch (outcome) {
    case 'held':
      return { mark: '✓', paint: colors.green };
    case 'fell_short':
      return { mark: fails ? '✗' : '!', paint: bad };
    case 'not_exercised':
      return { mark: '?', paint: bad };
    case 'blocked':
      return { mark: '○', paint: colors.yellow };
    case 'not_applicable':
      return { mark: '–', paint: fails ? colors.red : colors.dim };
    case 'skipped':
      return { mark: '»', paint: colors.yellow };
    case 'crashed':
      return { mark: '✗', paint: colors.magenta };
    default:
      return outcome satisfies never;
  }
}
