import pc from 'picocolors';
import type { Colors } from './colors.ts';
import { formatCount, formatDuration } from '../format-quantity.ts';
import type { CheckReport, Report } from '../report.ts';
import { visibleLine } from '../visible-text.ts';
import {
  type AnnouncedPlugin,
  checkLine,
  headingLine,
  layoutOf,
  type LineLayout,
} from './check-line.ts';
import { type PrettyOptions, renderEnd } from './pretty.ts';

/** The part of a stream that a live report is written to. */
export interface LiveStream {
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Where and how a live report is written. */
export interface LiveOptions extends Omit<PrettyOptions, 'width'> {
  stdout: LiveStream;
  /** The running check is redrawn in place; otherwise only lines of finished checks are written. */
  isTTY: boolean;
}

/** Shows checks as they come in; in the end it has written what {@link renderPretty} gives. */
export interface LiveReporter {
  pluginStarted(plugin: AnnouncedPlugin): void;
  checkStarted(id: string): void;
  /** `runs` 0: nobody knows how many there will be. */
  checkProgress(id: string, cases: number, runs: number): void;
  checkDone(pluginIndex: number, check: CheckReport): void;
  finished(report: Report): void;
  /** Takes the running line away and lets go of the timer, where no report will come. */
  stop(): void;
}

/** To the start of the line, and erase it. */
const CLEAR = '\r\u001B[2K';
const REDRAW_MS = 100;
const DEFAULT_COLUMNS = 80;
const BAR_WIDTH = 16;
const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
/** What a check runs before its time is told, in milliseconds. */
const SLOW_MS = 1000;

/** Writes a report for people while it comes about. */
export function createLiveReporter(options: LiveOptions): LiveReporter {
  return new PrettyReporter(options);
}

/** The check that is running. */
interface Running {
  id: string;
  title: string;
  cases: number;
  runs: number;
  started: number;
}

class PrettyReporter implements LiveReporter {
  readonly #options: LiveOptions;
  readonly #colors: Colors;
  readonly #plugins: { plugin: AnnouncedPlugin; layout: LineLayout }[] = [];
  #running: Running | null = null;
  #timer: NodeJS.Timeout | undefined;
  #frame = 0;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#colors = pc.createColors(options.color ?? false);
  }

  pluginStarted(plugin: AnnouncedPlugin): void {
    this.stop();
    this.#announce(plugin);
  }

  checkStarted(id: string): void {
    this.stop();
    const checks = this.#plugins.at(-1)?.plugin.checks ?? [];
    const title = checks.find((check) => check.id === id)?.title ?? '';
    this.#running = { id, title, cases: 0, runs: 0, started: performance.now() };
    if (!this.#options.isTTY) return;
    this.#draw(this.#running);
    this.#timer = setInterval(() => this.#spin(), REDRAW_MS);
    this.#timer.unref();
  }

  checkProgress(id: string, cases: number, runs: number): void {
    // The timer draws it: a cheap check reports thousands of times a second.
    if (this.#running?.id === id) Object.assign(this.#running, { cases, runs });
  }

  checkDone(pluginIndex: number, check: CheckReport): void {
    this.stop();
    const layout = this.#plugins[pluginIndex]?.layout ?? layoutOf([check], this.#width);
    this.#write(`${checkLine(check, layout, this.#colors, this.#options)}\n`);
  }

  finished(report: Report): void {
    this.stop();
    for (const plugin of report.plugins.slice(this.#plugins.length)) this.#announce(plugin);
    const { stdout: _, isTTY: __, ...options } = this.#options;
    const width = this.#width;
    this.#write(renderEnd(report, width === undefined ? options : { ...options, width }));
  }

  stop(): void {
    clearInterval(this.#timer);
    if (this.#running !== null && this.#options.isTTY) this.#write(CLEAR);
    this.#running = null;
  }

  get #width(): number | undefined {
    if (!this.#options.isTTY) return undefined;
    return this.#options.stdout.columns ?? DEFAULT_COLUMNS;
  }

  #announce(plugin: AnnouncedPlugin): void {
    this.#plugins.push({ plugin, layout: layoutOf(plugin.checks, this.#width) });
    this.#write(`\n${headingLine(plugin, this.#colors)}\n`);
  }

  #spin(): void {
    this.#frame += 1;
    if (this.#running !== null) this.#draw(this.#running);
  }

  #draw({ id, title, cases, runs, started }: Running): void {
    const spinner = SPINNER[this.#frame % SPINNER.length] ?? '';
    const elapsed = performance.now() - started;
    const ran = [
      ...(runs === 0
        ? []
        : [`${drawBar(cases / runs)} ${formatCount(cases)}/${formatCount(runs)}`]),
      ...(elapsed < SLOW_MS ? [] : [formatDuration(elapsed / 1000)]),
    ].join(' ');
    // One column stays free: a full line would wrap, and could not be erased.
    const room = (this.#width ?? DEFAULT_COLUMNS) - 5 - ran.length - 2;
    const name = visibleLine(`${id}  ${title}`);
    const shown = name.length > room ? `${name.slice(0, Math.max(0, room - 1))}…` : name;
    const { cyan, dim } = this.#colors;
    this.#write(`${CLEAR}  ${cyan(spinner)} ${shown}${ran === '' ? '' : `  ${dim(ran)}`}`);
  }

  #write(text: string): void {
    this.#options.stdout.write(text);
  }
}

function drawBar(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * BAR_WIDTH);
  return `${'━'.repeat(full)}${'╌'.repeat(BAR_WIDTH - full)}`;
}
