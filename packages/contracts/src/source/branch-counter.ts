import { Session } from 'node:inspector';
import type { SourceMap, SourceMapping } from 'node:module';
import { basename, dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PreparedModule } from 'slime-runtime/hosting';
import type { PluginReport } from '../report/report.ts';
import { findBranches } from './find-branches.ts';
import type { PluginSource } from './plugin-source.ts';

/** A branch of a plugin's own source. */
interface Branch {
  /** Position in the code that runs. */
  start: number;
  file: string;
  /** Counted from 1. */
  line: number;
  text: string;
}

interface CountedRange {
  startOffset: number;
  endOffset: number;
  count: number;
}

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
  #branches: readonly Branch[] = [];
  #isOfPlugin: (url: string) => boolean = () => false;

  /** Starts to count. */
  static start(): BranchCounter {
    const counter = new BranchCounter();
    counter.#session.connect();
    counter.#post('Profiler.enable');
    counter.#post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    return counter;
  }

  /** Says which module is the plugin's. */
  watch(module: PreparedModule, source: PluginSource): void {
    this.#branches = locateBranches(module, source);
    const name = basename(module.file);
    // A bundle is imported from a file of its own beside the user's.
    this.#isOfPlugin =
      module.code === null
        ? (url) => url.startsWith('file:') && fileURLToPath(url) === module.file
        : (url) =>
            /^file:.*\.mjs$/.test(url) && basename(fileURLToPath(url)).startsWith(`.${name}.`);
  }

  /** Numbers of the branches that ran since it was asked last. Costs about half a millisecond. */
  take(): ReadonlySet<number> {
    const fresh = new Set<number>();
    for (const script of this.#read()) {
      if (!this.#isOfPlugin(script.url)) continue;
      for (const [number, { start }] of this.#branches.entries()) {
        if (countAt(script, start) > 0) fresh.add(number);
      }
    }
    for (const number of fresh) this.#reached.add(number);
    return fresh;
  }

  /** What ran since the start. */
  report(): NonNullable<PluginReport['branches']> {
    this.take();
    const missed = this.#branches.filter((_, number) => !this.#reached.has(number));
    return {
      reached: this.#reached.size,
      total: this.#branches.length,
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

/** How often the code at a position ran: the count of the innermost range around it. */
function countAt(script: CountedScript, position: number): number {
  let count = 0;
  let size = Number.POSITIVE_INFINITY;
  for (const { ranges } of script.functions) {
    for (const { startOffset, endOffset, count: times } of ranges) {
      const length = endOffset - startOffset;
      if (position < startOffset || position >= endOffset || length >= size) continue;
      size = length;
      count = times;
    }
  }
  return count;
}

/** Finds the branches, and where in the user's files they stand. */
function locateBranches(module: PreparedModule, source: PluginSource): Branch[] {
  const starts = new LineStarts(source.code);
  const lines = new Map(source.written.map(({ file, text }) => [file, text.split('\n')]));
  return findBranches(source.program).flatMap((start): Branch[] => {
    const place = locate(source.map, starts.locate(start), module.file);
    const ofFile = place === null ? undefined : lines.get(place.file);
    if (place === null || ofFile === undefined) return [];
    const file = relative(dirname(module.file), place.file) || basename(module.file);
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
