import { type FileHandle, open } from 'node:fs/promises';
import { LineIndex, type LineOrder, type Span } from './line-index.ts';
import { replaceFile } from './replace-file.ts';

/** Characters that are gathered before they are written. */
const BATCH = 1 << 18;
const COPY_BLOCK = 1 << 22;

/** A point of a file that it can be taken back to. */
export interface LineFileMark {
  size: number;
  lines: number;
}

/**
 * A file of JSON lines that is appended to while a run goes on and put in order at its end, by
 * byte positions: no line is held in memory.
 */
export class LineFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #index: LineIndex;
  #size: number;
  #pending: { text: string; order: LineOrder }[] = [];
  #pendingCharacters = 0;
  /** The file may hold more than `#size` bytes: what a failed write left. */
  #isTorn = false;

  private constructor(path: string, handle: FileHandle, size: number, index: LineIndex) {
    this.path = path;
    this.#handle = handle;
    this.#size = size;
    this.#index = index;
  }

  /** Opens a file to append to; `index` tells of every line that it has. */
  static async open(path: string, index: LineIndex = new LineIndex()): Promise<LineFile> {
    const handle = await open(path, 'a');
    try {
      return new LineFile(path, handle, (await handle.stat()).size, index);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  mark(): LineFileMark {
    return { size: this.#size, lines: this.#index.size };
  }

  /** Adds a line; small ones reach the file with the next {@link flush}. */
  async append(value: unknown, order: LineOrder): Promise<void> {
    const text = `${JSON.stringify(value)}\n`;
    this.#pending.push({ text, order });
    this.#pendingCharacters += text.length;
    if (this.#pendingCharacters >= BATCH) await this.flush();
  }

  async flush(): Promise<void> {
    const lines = this.#takePending();
    if (lines.length === 0) return;
    await this.#mend();
    this.#isTorn = true;
    await this.#handle.appendFile(lines.map((line) => line.text).join(''));
    this.#isTorn = false;
    for (const { text, order } of lines) {
      const length = Buffer.byteLength(text);
      this.#index.add({ offset: this.#size, length }, order);
      this.#size += length;
    }
  }

  /** Takes back all that was added since the mark; the file follows with its next write. */
  rollBack(mark: LineFileMark): void {
    this.#takePending();
    this.#size = mark.size;
    this.#index.truncate(mark.lines);
    this.#isTorn = true;
  }

  /** Puts the lines in order and the file on disk, and closes it. */
  async finish(): Promise<void> {
    await this.flush();
    await this.#mend();
    await this.#handle.sync();
    // Windows cannot replace a file that is open.
    await this.close();
    const spans = this.#index.sortedSpans();
    if (!isWhole(spans, this.#size)) await rewrite(this.path, spans);
  }

  /** Closing twice is closing once. */
  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #mend(): Promise<void> {
    if (!this.#isTorn) return;
    await this.#handle.truncate(this.#size);
    this.#isTorn = false;
  }

  #takePending(): { text: string; order: LineOrder }[] {
    const lines = this.#pending;
    this.#pending = [];
    this.#pendingCharacters = 0;
    return lines;
  }
}

/** Rewrites a file as these stretches of itself, one after the other. */
export async function rewrite(path: string, spans: readonly Span[]): Promise<void> {
  const source = await open(path, 'r');
  try {
    await replaceFile(path, async (write) => {
      const block = Buffer.alloc(COPY_BLOCK);
      for (const span of spans) {
        for (let done = 0; done < span.length;) {
          const wanted = Math.min(COPY_BLOCK, span.length - done);
          const { bytesRead } = await source.read(block, 0, wanted, span.offset + done);
          if (bytesRead === 0) throw new Error(`${path} became shorter while it was put in order`);
          await write(block.subarray(0, bytesRead));
          done += bytesRead;
        }
      }
    });
  } finally {
    await source.close();
  }
}

function isWhole(spans: readonly Span[], size: number): boolean {
  const [first] = spans;
  return first === undefined ? size === 0 : first.offset === 0 && first.length === size;
}
