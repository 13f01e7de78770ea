import pc from 'picocolors';
import type { GroupRecord } from '../rollout/records.ts';
import { drawBar } from './draw-bar.ts';
import { formatNumber, formatSeconds } from './format-quantity.ts';
import { rewardValue } from './reward-value.ts';
import { hasColors } from './has-colors.ts';

/** The part of a stream that progress is written to. */
interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** What progress is of. */
export interface ProgressOptions {
  /** Groups of the run. */
  total: number;
  /** Groups that an earlier session finished. */
  done?: number;
  /** Standard error by default: standard output may be data. */
  stream?: ProgressStream;
  /** `--reward-key`. */
  rewardKey?: string | null;
  /** Default: whether the stream is a terminal that has them; see {@link hasColors}. */
  color?: boolean;
}

/** Shows how far a run is. */
export interface Progress {
  add(group: GroupRecord): void;
  /** Writes a line of somebody else's without tearing the bar. */
  print(line: string): void;
  /** Shows the end and stops; nothing keeps the process alive. */
  stop(): void;
}

const REDRAW_MS = 100;
const PLAIN_MS = 30_000;
const BAR_WIDTH = 24;
const LEAST_BAR_WIDTH = 8;

/**
 * A bar that is redrawn on a terminal; elsewhere a line each tenth of the run, and each 30 seconds.
 *
 * Own code: it is one line of text and one timer; cli-progress would leave the text, the plain lines
 * and printing beside the bar to us all the same.
 */
export function createProgress(options: ProgressOptions): Progress {
  const stream: ProgressStream = options.stream ?? process.stderr;
  return stream.isTTY === true
    ? new BarProgress(options, stream)
    : new PlainProgress(options, stream);
}

/** What is counted, and how it reads. */
class Counts {
  readonly total: number;
  done: number;
  readonly #before: number;
  readonly #rewardKey: string | null;
  readonly #started = performance.now();
  #episodes = 0;
  #failed = 0;
  #tokens = 0;
  #rewards = 0;
  #scored = 0;

  constructor(options: ProgressOptions) {
    this.total = options.total;
    this.done = options.done ?? 0;
    this.#before = this.done;
    this.#rewardKey = options.rewardKey ?? null;
  }

  get share(): number {
    return this.total === 0 ? 1 : this.done / this.total;
  }

  add(group: GroupRecord): void {
    this.done += 1;
    this.#episodes += group.episodes.length;
    for (const episode of group.episodes) this.#failed += Number(episode.failure !== null);
    for (const sample of group.samples) {
      this.#tokens += sample.response_length;
      const value = rewardValue(sample, this.#rewardKey);
      if (sample.status === 'failed' || value === null) continue;
      this.#rewards += value;
      this.#scored += 1;
    }
  }

  /** `12/64 groups, 96 episodes, 2 failed, reward 0.42, 1234 tokens/s, 12.0s, 40.1s left`. */
  describe(colors: ReturnType<typeof pc.createColors>): string {
    const seconds = (performance.now() - this.#started) / 1000;
    const fresh = this.done - this.#before;
    const left = fresh === 0 ? null : (seconds / fresh) * (this.total - this.done);
    return [
      `${this.done}/${this.total} groups`,
      `${this.#episodes} episodes`,
      ...(this.#failed === 0 ? [] : [colors.red(`${this.#failed} failed`)]),
      ...(this.#scored === 0 ? [] : [`reward ${formatNumber(this.#rewards / this.#scored)}`]),
      ...(seconds === 0 ? [] : [`${Math.round(this.#tokens / seconds)} tokens/s`]),
      formatSeconds(seconds),
      ...(left === null || this.done >= this.total ? [] : [`${formatSeconds(left)} left`]),
    ].join(', ');
  }
}

class BarProgress implements Progress {
  readonly #counts: Counts;
  readonly #stream: ProgressStream;
  readonly #colors: ReturnType<typeof pc.createColors>;
  readonly #timer: NodeJS.Timeout;

  constructor(options: ProgressOptions, stream: ProgressStream) {
    this.#counts = new Counts(options);
    this.#stream = stream;
    this.#colors = pc.createColors(options.color ?? hasColors(stream));
    this.#timer = setInterval(() => this.#draw(), REDRAW_MS);
    this.#timer.unref();
    this.#draw();
  }

  add(group: GroupRecord): void {
    this.#counts.add(group);
  }

  print(line: string): void {
    this.#stream.write(`${CLEAR}${line}\n`);
    this.#draw();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#draw();
    this.#stream.write('\n');
  }

  #draw(): void {
    const columns = (this.#stream.columns ?? 80) - 4;
    // Colour codes take no room: what may have to be cut is drawn without them.
    const plain = this.#counts.describe(pc.createColors(false));
    // The bar gives way to the numbers.
    const width = Math.min(BAR_WIDTH, Math.max(LEAST_BAR_WIDTH, columns - plain.length));
    const bar = drawBar(this.#counts.share, width).padEnd(width);
    const room = columns - width;
    const text =
      plain.length > room ? plain.slice(0, Math.max(0, room)) : this.#counts.describe(this.#colors);
    this.#stream.write(`${CLEAR}▕${this.#colors.cyan(bar)}▏ ${text}`);
  }
}

/** To the start of the line, and erase it. */
const CLEAR = '\r\u001B[2K';

class PlainProgress implements Progress {
  readonly #counts: Counts;
  readonly #stream: ProgressStream;
  readonly #colors: ReturnType<typeof pc.createColors>;
  #timer: NodeJS.Timeout | undefined;
  #shownTenths: number;
  /** A group finished since the last line, or there was none yet. */
  #hasNews = true;

  constructor(options: ProgressOptions, stream: ProgressStream) {
    this.#counts = new Counts(options);
    this.#stream = stream;
    this.#colors = pc.createColors(options.color ?? hasColors(stream));
    this.#shownTenths = this.#tenths;
    this.#rest();
  }

  add(group: GroupRecord): void {
    this.#counts.add(group);
    this.#hasNews = true;
    if (this.#tenths > this.#shownTenths) this.#write();
  }

  print(line: string): void {
    this.#stream.write(`${line}\n`);
  }

  stop(): void {
    if (this.#hasNews) this.#write();
    clearTimeout(this.#timer);
  }

  get #tenths(): number {
    return Math.floor((this.#counts.done * 10) / Math.max(1, this.#counts.total));
  }

  #write(): void {
    this.#shownTenths = this.#tenths;
    this.#hasNews = false;
    const percent = Math.floor(this.#counts.share * 100);
    this.#stream.write(`${percent}% ${this.#counts.describe(this.#colors)}\n`);
    this.#rest();
  }

  /** Says something again after a while, also when nothing has finished. */
  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(), PLAIN_MS);
    this.#timer.unref();
  }
}
