import { Session } from 'node:inspector';
import type { SourceMap, SourceMapping } from 'node:module';
import { basename, dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PreparedModule } from 'slime-runtime/hosting';
import type { PluginReport } from '../report/report.ts';
import { countsAt, type CountedRange } from './count-at.ts';
import { findBranches } from './find-branches.ts';
import type { PluginScript, PluginSource, WrittenFile } from './plugin-source.ts';

/** A branch of a plugin's own source. */
interface Branch {
  /** Among all branches of the plugin. */
  number: number;
  /** Position in the code that runs. */
  start: number;
  file: string;
  /** Counted from 1. */
  line: number;
  text: string;
}

const SCRIPT = /\.[cm]?[jt]sx?$/;

interface CountedScript {
  url: string;
  functions: { ranges: CountedRange[] }[];
}

/**
 * Counts which branches of a plugin's own files run, by V8's block coverage. The module must be
 * imported after {@link BranchCounter.start}.
 */
export class BranchCounter {
  readonly #session = new Session();
  readonly #reached = new Set<number>();
  /** By script; those of a script in the order of its code. */
  #branches: readonly (readonly Branch[])[] = [];
  #files = 0;
  /** Which of the plugin's scripts has a URL; undefined for others. */
  #scriptOf: (url: string) => number | undefined = () => undefined;

  /** Starts to count. */
  static start(): BranchCounter {
    const counter = new BranchCounter();
    counter.#session.connect();
    counter.#post('Profiler.enable');
    counter.#post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    return counter;
  }

  /** Says which module is the plugin's. */
  watch({ file, code }: PreparedModule, { entry, scripts, written }: PluginSource): void {
    let number = 0;
    this.#branches = scripts.map((script) =>
      locateBranches(script, written, entry).map((branch) => ({
        ...branch,
        number: number++,
      })),
    );
    this.#files = written.filter((one) => SCRIPT.test(one.file)).length;
    if (code === null) {
      const known = new Map(scripts.map((script, at) => [script.file, at]));
      this.#scriptOf = (url) =>
        url.startsWith('file:') ? known.get(fileURLToPath(url)) : undefined;
      return;
    }
    // A bundle is imported from a file of its own beside the user's.
    const name = `.${basename(file)}.`;
    this.#scriptOf = (url) =>
      /^file:.*\.mjs$/.test(url) && basename(fileURLToPath(url)).startsWith(name) ? 0 : undefined;
  }

  /** Numbers of the branches that ran since it was asked last. Costs about half a millisecond. */
  take(): ReadonlySet<number> {
    const fresh = new Set<number>();
    for (const { url, functions } of this.#read()) {
      const branches = this.#branches[this.#scriptOf(url) ?? -1] ?? [];
      const counts = countsAt(
        functions.flatMap(({ ranges }) => ranges),
        branches.map(({ start }) => start),
      );
      for (const [at, { number }] of branches.entries()) {
        if ((counts[at] ?? 0) > 0) fresh.add(number);
      }
    }
    for (const number of fresh) this.#reached.add(number);
    return fresh;
  }

  /** What ran since the start. */
  report(): NonNullable<PluginReport['branches']> {
    this.take();
    const all = this.#branches.flat();
    const missed = all.filter(({ number }) => !this.#reached.has(number));
    return {
      reached: this.#reached.size,
      total: all.length,
      files: this.#files,
      missed: missed.map(({ file, line, text }) => ({ file, line, text })),
    };
  }

  /** Stops to count. */
  close(): void {
    this.#session.disconnect();
  }

  #read(): CountedScript[] {
    let scripts: CountedScript[] = [];
    this.#session.post('Profiler.takePreciseCoverage', (error, result) => {
      if (error !== null) throw error;
      scripts = result.result;
    });
    return scripts;
  }

  #post(method: string, params: object = {}): void {
    this.#session.post(method, params, (error) => {
      if (error !== null) throw error;
    });
  }
}

/** Finds the branches of a script, and where in the user's files they stand. */
function locateBranches(
  { file: own, code, program, map }: PluginScript,
  written: readonly WrittenFile[],
  entry: string,
): Omit<Branch, 'number'>[] {
  const starts = new LineStarts(code);
  const lines = new Map(written.map(({ file, text }) => [file, text.split('\n')]));
  return findBranches(program).flatMap((start) => {
    const place = locate(map, starts.locate(start), own);
    const ofFile = place === null ? undefined : lines.get(place.file);
    if (place === null || ofFile === undefined) return [];
    const file = relative(dirname(entry), place.file) || basename(entry);
    const text = ofFile[place.line - 1]?.trim().slice(0, 200) ?? '';
    return [{ start, file, line: place.line, text }];
  });
}

function locate(
  map: SourceMap | null,
  at: { line: number; column: number },
  file: string,
): { file: string; line: number } | null {
  if (map === null) return { file, line: at.line + 1 };
  const entry = map.findEntry(at.line, at.column);
  // What the loader itself put there has no origin.
  if (!('originalSource' in entry)) return null;
  const { originalSource, originalLine }: Partial<SourceMapping> = entry;
  if (originalSource === undefined || originalLine === undefined) return null;
  return { file: resolve(dirname(file), originalSource), line: originalLine + 1 };
}

/** Finds lines and columns, from 0, of positions in a text. */
class LineStarts {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      this.#starts.push(at + 1);
    }
  }

  locate(position: number): { line: number; column: number } {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return { line: low, column: position - (this.#starts[low] ?? 0) };
  }
}
